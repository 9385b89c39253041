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
const chances = 3;
const window = 60_000;
/** A child that does not exit within this time is killed. */
const grace = 8000;

/** Supervises the child processes of a start: restarts them and stops them together. Each writes to
 * its own log file. */
export function openSupervisor(
  root: string,
  logs: string,
  onLost: (name: string, how: number | string) => void,
) {
  const living = new Map<string, ChildProcess>();
  const deaths = new Map<string, number[]>();
  let ending = false;
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
      setTimeout(() => ending || handleExit(child, code ?? signal ?? 1), 300);
    });
    return born;
  }

  function handleExit(child: Child, how: number | string): void {
    if (!settled) return onLost(child.name, how);
    const now = Date.now();
    const recent = [...(deaths.get(child.name) ?? []), now].filter((at) => now - at < window);
    deaths.set(child.name, recent);
    if (recent.length > chances) return onLost(child.name, how);
    console.error(
      `${child.name} ended (${how}), starting it again, ${recent.length} of ${chances}`,
    );
    start(child);
  }

  async function end(): Promise<void> {
    ending = true;
    await Promise.all([...living.values()].map(endOne));
  }
  /** From here on an exit causes a restart; before, it makes the start fail. */
  const settle = () => void (settled = true);
  return { start, settle, end, isEnding: () => ending };
}

/** Mode 0600, also for a file that an older start created with another mode. */
function openLog(file: string): WriteStream {
  const log = createWriteStream(file, { flags: 'a', mode: 0o600 });
  log.once('open', () => chmodSync(file, 0o600));
  return log;
}

function endOne(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    const last = setTimeout(() => child.kill('SIGKILL'), grace);
    child.once('exit', () => {
      clearTimeout(last);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
