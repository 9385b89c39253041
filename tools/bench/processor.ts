import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second in /proc. */
const ticksPerSecond = 100;

/** CPU seconds of a process and of its running and ended children. */
export function processorSeconds(pid: number): number {
  const ownSeconds = readStat(pid);
  const childSeconds = listChildren(pid).map(processorSeconds);
  return ownSeconds + childSeconds.reduce((sum, seconds) => sum + seconds, 0);
}

function readStat(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The program name may contain spaces: fields are counted after it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / ticksPerSecond;
}

const listChildren = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );
