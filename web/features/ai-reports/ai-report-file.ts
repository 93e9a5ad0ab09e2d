/** `ai-report-{locationName}-{date}.txt`; characters that some system forbids in file names become a hyphen. */
export function aiReportFileName(locationName: string, date: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what no file's name may hold.
  const name = locationName.replace(/[\u0000-\u001f\u007f<>:"/\\|?*]+/g, '-').trim();
  return `ai-report-${name}-${date}.txt`;
}
