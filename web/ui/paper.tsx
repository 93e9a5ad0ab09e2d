/** The content security policy allows inline styles only with this nonce. */
const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce;

/** Sets the printed page to A4 with this margin on each side. */
export function Paper({ margin }: { margin: '0' | '15mm' }) {
  return <style nonce={styleNonce()}>{`@page { size: A4; margin: ${margin}; }`}</style>;
}
