/*
 * For Vitest and Playwright: how many seconds of processor time the machine spends while each test file or browser test
 * runs, with its servers, databases and browsers. True only with one worker on a machine that does nothing else.
 */
import { appendFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { relative } from 'node:path';
import type { Reporter as PlaywrightReporter, TestCase } from '@playwright/test/reporter';
import type { TestModule, Reporter as VitestReporter } from 'vitest/node';

/** A line of the file that PROCESSOR_TIMES names. */
export type ProcessorTime = { file: string; title: string; tests: number; seconds: number };

/** Of all processors since the machine was started, in seconds. */
const spent = (): number =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1000;

export default class ProcessorTimeReporter implements VitestReporter, PlaywrightReporter {
  private before = 0;

  onTestModuleStart(): void {
    this.before = spent();
  }

  onTestModuleEnd({ moduleId, children }: TestModule): void {
    this.write(moduleId, '', [...children.allTests()].length);
  }

  onTestBegin(): void {
    this.before = spent();
  }

  onTestEnd({ location, title }: TestCase): void {
    this.write(location.file, title, 1);
  }

  private write(file: string, title: string, tests: number): void {
    const line: ProcessorTime = {
      file: relative(process.cwd(), file).replaceAll('\\', '/'),
      title,
      tests,
      seconds: spent() - this.before,
    };
    appendFileSync(
      process.env.PROCESSOR_TIMES ?? 'test-results/processor-times.jsonl',
      `${JSON.stringify(line)}\n`,
    );
  }
}
