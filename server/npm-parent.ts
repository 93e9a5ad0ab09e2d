import { execFileSync } from 'node:child_process';

const CHECK_MS = 500;

/**
 * Calls back once the npm that started this program has ended. npm passes a signal to the shell between them, which does not
 * pass it on, and a killed npm passes nothing.
 */
export function whenNpmEnds(end: () => void): void {
  const { ppid } = process;
  const npm = parentOfShell(ppid);
  const timer = setInterval(() => {
    if (process.ppid === ppid && (npm === null || isRunning(npm))) return;
    clearInterval(timer);
    end();
  }, CHECK_MS);
  timer.unref();
}

/** Null if this process is no shell, or the system has no `ps`. */
function parentOfShell(pid: number): number | null {
  try {
    const [parent, command = ''] = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .trim()
      .split(/\s+/, 2);
    return /sh$/.test(command) ? Number(parent) : null;
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
