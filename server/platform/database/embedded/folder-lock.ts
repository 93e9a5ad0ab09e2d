import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const sqliteBusy = 5;
// SQLite locks in steps: if two processes tried at the same moment without waiting, both would fail.
const patienceMs = 500;

/**
 * Locks the folder for this process until the returned function is called; null if another process holds it. SQLite's
 * file lock is the only portable lock in Node: the system releases it when the process dies, however it dies.
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
