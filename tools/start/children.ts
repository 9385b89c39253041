import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';

export interface Child {
  name: string;
  /** File relative to the repository, run by the current Node. */
  program: string;
  args?: string[];
  /** Folder it runs in, relative to the repository. */
  folder?: string;
  /** Restarts when one of its files changes. */
  watch?: boolean;
  /** Prints its output too, besides writing it to the log. */
  shown?: boolean;
  env: NodeJS.ProcessEnv;
}

/** After this many exits within the window it is not restarted. */
const maxRestarts = 3;
const window = 60_000;
/** A child that does not exit within this time is killed. */
const killAfterMs = 8000;

/** Supervises the child processes of a start: restarts them and stops them together. Each writes to
 * its own log file. */
export function createSupervisor(
  root: string,
  logs: string,
  onLost: (name: string, how: number | string) => void,
) {
  const living = new Map<string, ChildProcess>();
  const exitTimes = new Map<string, number[]>();
  let isStopping = false;
  let settled = false;
  mkdirSync(logs, { recursive: true, mode: 0o700 });

  function start(child: Child): ChildProcess {
    const log = openLog(join(logs, `${child.name}.log`));
    const preload = join(root, 'tools/start/exit-with-parent.ts');
    const born = spawn(
      process.execPath,
      [
        ...(child.watch ? ['--watch'] : []),
        '--import',
        preload,
        join(root, child.program),
        ...(child.args ?? []),
      ],
      {
        cwd: join(root, child.folder ?? ''),
        env: child.env,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    );
    living.set(child.name, born);
    born.stdout?.pipe(log, { end: false });
    if (child.shown) born.stdout?.pipe(process.stdout, { end: false });
    born.stderr?.on('data', (part: Buffer) => {
      log.write(part);
      process.stderr.write(part);
    });
    born.on('exit', (code, signal) => {
      living.delete(child.name);
      log.end();
      // Ctrl-C reaches the children directly, perhaps before it reaches this process.
      setTimeout(() => isStopping || handleExit(child, code ?? signal ?? 1), 300);
    });
    return born;
  }

  function handleExit(child: Child, reason: number | string): void {
    if (!settled) return onLost(child.name, reason);
    const now = Date.now();
    const recent = [...(exitTimes.get(child.name) ?? []), now].filter((at) => now - at < window);
    exitTimes.set(child.name, recent);
    if (recent.length > maxRestarts) return onLost(child.name, reason);
    console.error(
      `${child.name} ended (${reason}), starting it again, ${recent.length} of ${maxRestarts}`,
    );
    start(child);
  }

  async function stopAll(): Promise<void> {
    isStopping = true;
    await Promise.all([...living.values()].map(stopChild));
  }
  /** From here on an exit causes a restart; before, it makes the start fail. */
  const settle = () => void (settled = true);
  return { start, settle, end: stopAll, isEnding: () => isStopping };
}

/** Mode 0600, also for a file that an older start created with another mode. */
function openLog(file: string): WriteStream {
  const log = createWriteStream(file, { flags: 'a', mode: 0o600 });
  log.once('open', () => chmodSync(file, 0o600));
  return log;
}

function stopChild(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    const killTimer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    child.once('exit', () => {
      clearTimeout(killTimer);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
