/* The process that reads one file: options as a line of JSON and then the file on its standard input, the answer on its output. */
import { buffer } from 'node:stream/consumers';
import { AppError } from '../errors.ts';
import { readTable, type TableOptions } from './read-table.ts';

const input = await buffer(process.stdin);
const end = input.indexOf('\n');
const options: TableOptions = JSON.parse(input.toString('utf8', 0, end));

async function answer(): Promise<unknown> {
  try {
    return { table: await readTable(input.subarray(end + 1), options) };
  } catch (error) {
    // What a library throws at a file is the file's fault.
    return { refusal: error instanceof AppError ? error.code : 'file_unreadable' };
  }
}
process.stdout.write(JSON.stringify(await answer()));
