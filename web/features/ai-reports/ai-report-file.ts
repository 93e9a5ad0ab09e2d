/** `ai-report-{locationName}-{date}.txt`; what some system does not take in a file's name becomes a hyphen. */
export function aiReportFileName(locationName: string, date: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what no file's name may hold.
  const name = locationName.replace(/[\u0000-\u001f\u007f<>:"/\\|?*]+/g, '-').trim();
  return `ai-report-${name}-${date}.txt`;
}
