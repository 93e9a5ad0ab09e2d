import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { ErrorCode } from '#contract/error.ts';
import { AppError } from '../errors.ts';
import type { TableAnswer, TableOptions } from './read-table.ts';

const MAX_HEAP_MB = 256;
const MAX_MS = 15_000;
/** Bytes of the answer, which this process parses in one go. */
const MAX_ANSWER = 10_000_000;

/**
 * Reads a file in a process of its own, which is killed when it exceeds 256 MB of objects or 15 seconds. A thread would not
 * do: one that allocates more than its limit allows ends the whole process with it. The process gets no environment, and so
 * no secrets; a core file it might leave when it runs out of memory would go to a folder where it cannot write.
 * @throws file_unreadable, file_too_long, file_too_complex
 */
export async function runTableReader(
  bytes: Uint8Array,
  options: TableOptions,
  timeout = MAX_MS,
): Promise<TableAnswer> {
  const script = fileURLToPath(new URL('table-reader.ts', import.meta.url));
  const child = spawn(process.execPath, [`--max-old-space-size=${MAX_HEAP_MB}`, script], {
    cwd: '/',
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
    timeout,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
    child.on('error', reject).on('close', (code, signal) => resolve({ code, signal }));
  });
  // A process that ends early leaves the rest unread; how it ended says why.
  child.stdin.on('error', () => undefined);
  child.stdin.write(`${JSON.stringify(options)}\n`);
  child.stdin.end(bytes);
  let length = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > MAX_ANSWER) child.kill('SIGKILL');
  });
  const [{ code, signal }, output] = await Promise.all([ended, buffer(child.stdout)]);
  if (length > MAX_ANSWER) throw new AppError('file_too_long');
  // Windows has no signals: 134 is how Node ends there when it runs out of memory.
  if (signal !== null || code === 134) throw new AppError('file_too_complex');
  if (code !== 0) throw new Error(`The reader of files ended with ${code}`);
  const answer: { table: TableAnswer } | { refusal: ErrorCode } = JSON.parse(output.toString());
  if ('refusal' in answer) throw new AppError(answer.refusal);
  return answer.table;
}
