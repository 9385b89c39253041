import { readFileSync } from 'node:fs';

const usual = 10_000;

/** How many files this process may have open; connections are files. */
export function openFilesLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? usual);
  } catch {
    return usual;
  }
}

/** Files that waiting calls leave to others. */
export const reserve = (openFiles: number): number => Math.min(2000, Math.ceil(openFiles / 4));
