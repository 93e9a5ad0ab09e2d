/** `ai-report-{locationName}-{date}.txt`; characters not allowed in file names on some systems become a hyphen. */
export function aiReportFileName(locationName: string, date: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are not allowed in file names.
  const name = locationName.replace(/[\u0000-\u001f\u007f<>:"/\\|?*]+/g, '-').trim();
  return `ai-report-${name}-${date}.txt`;
}
