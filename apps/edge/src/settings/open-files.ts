import { readFileSync } from 'node:fs';

const defaultLimit = 10_000;

/** Open file limit of this process; connections count as files. */
export function getOpenFilesLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? defaultLimit);
  } catch {
    return defaultLimit;
  }
}

/** Files kept free for others by waiting calls. */
export const reservedFiles = (openFiles: number): number =>
  Math.min(2000, Math.ceil(openFiles / 4));
