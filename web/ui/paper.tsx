/** The page's policy takes no style without it. */
const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.nonce;

/** How the page comes out of the printer: on A4, with this margin on each side. */
export function Paper({ margin }: { margin: '0' | '15mm' }) {
  return <style nonce={styleNonce()}>{`@page { size: A4; margin: ${margin}; }`}</style>;
}
