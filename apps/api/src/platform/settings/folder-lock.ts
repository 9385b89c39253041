import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';

/** The folder is in use by a running process. */
export class FolderInUseError extends Error {}

const Holder = z.object({ pid: z.number(), born: z.string(), key: z.string() });
type Holder = z.infer<typeof Holder>;

/** Takes the lock file for this process or throws `FolderInUseError`; returns a function that releases
 * it. The file is created atomically (linking a complete file fails if the name exists), and taken
 * over only from a process that is not running. */
export function acquireLock(file: string): () => void {
  mkdirSync(dirname(file), { recursive: true });
  const holder: Holder = {
    pid: process.pid,
    born: getProcessStart(process.pid),
    key: randomUUID(),
  };
  const draft = `${file}.${holder.key}`;
  writeFileSync(draft, JSON.stringify(holder), { flag: 'wx', mode: 0o600 });
  try {
    if (!linked(draft, file)) {
      removeDead(file);
      if (!linked(draft, file)) throw inUse(file, read(file));
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    if (read(file)?.key === holder.key) rmSync(file, { force: true });
  };
}

function linked(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Two successors may race here: each renames the file first, and restores it if it is not the one
 * it found stale. */
function removeDead(file: string): void {
  const dead = read(file);
  if (!dead || isAlive(dead)) throw inUse(file, dead);
  const movedFile = `${file}.${randomUUID()}`;
  try {
    renameSync(file, movedFile);
  } catch {
    return;
  }
  if (read(movedFile)?.key !== dead.key) linked(movedFile, file);
  rmSync(movedFile, { force: true });
}

function inUse(file: string, holder: Holder | undefined): FolderInUseError {
  const holderName = holder ? `进程 ${holder.pid}` : '另一个进程';
  return new FolderInUseError(
    `数据目录正被${holderName}使用（锁文件 ${file}），请先停止该进程，或设置另一个 DATA_DIR · the data folder is in use`,
  );
}

function read(file: string): Holder | undefined {
  try {
    return Holder.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** A process id may be reused: the start time distinguishes processes where the system provides
 * it. */
function isAlive(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  const born = getProcessStart(holder.pid);
  return born === '' || holder.born === '' || born === holder.born;
}

function getProcessStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
