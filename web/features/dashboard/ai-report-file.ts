/** `ai-report-{locationName}-{date}.txt`; what some system does not take in a file's name becomes a hyphen. */
export function aiReportFileName(locationName: string, date: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what no file's name may hold.
  const name = locationName.replace(/[\u0000-\u001f\u007f<>:"/\\|?*]+/g, '-').trim();
  return `ai-report-${name}-${date}.txt`;
}

/** Hands the text to the browser as a download of this name. */
export function saveText(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = `data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`;
  link.download = name;
  link.click();
}
