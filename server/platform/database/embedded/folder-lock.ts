import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const sqliteBusy = 5;
// SQLite locks in steps: of two that try at the same moment both would give up, if neither waited for the other to.
const patienceMs = 500;

/**
 * Holds the folder for this process until the returned function is called; null if somebody else holds it. SQLite's
 * file lock is the portable lock that Node has: the system frees it when the process dies, however it dies.
 */
export function lockFolder(folder: string): (() => void) | null {
  let lock: DatabaseSync | null = null;
  try {
    lock = new DatabaseSync(join(folder, 'lock'), { timeout: patienceMs });
    lock.exec('pragma journal_mode = off; begin exclusive');
  } catch (error) {
    if (lock?.isOpen) lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return null;
    throw new Error(`This account may not write in the data folder ${folder}.`, { cause: error });
  }
  const held = lock;
  return () => {
    if (held.isOpen) held.close();
  };
}
