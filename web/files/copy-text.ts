/** Puts the text on the clipboard. Rejects where the browser refuses, and where there is none: without HTTPS. */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}
