import { expect, it } from 'vitest';
import { aiReportFileName } from './ai-report-file.ts';

it.each([
  ['Kaltes ielas darbnīca', 'ai-report-Kaltes ielas darbnīca-2026-03-05.txt'],
  ['../A/B: "C"\\D?\n', 'ai-report-..-A-B- -C-D--2026-03-05.txt'],
])('%j becomes the name of a file', (name, file) => {
  expect(aiReportFileName(name, '2026-03-05')).toBe(file);
});
