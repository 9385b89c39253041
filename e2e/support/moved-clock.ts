// Loaded into the processes of a stack: their clock is ahead by the milliseconds in the file that
// MOVED_CLOCK names. Each confirms it in a file of its own.
import { readFileSync, writeFileSync } from 'node:fs';

const file = process.env['MOVED_CLOCK'] ?? '';

const RealDate = Date;
let ahead = 0;
let confirmed = '';
function readAhead(): void {
  const text = readFileSync(file, 'utf8');
  if (text === confirmed) return;
  ahead = Number(text);
  writeFileSync(`${file}.${process.pid}`, text);
  confirmed = text;
}
readAhead();
setInterval(readAhead, 20).unref();

class MovedDate extends RealDate {
  constructor(...given: [] | [number | string | Date]) {
    super(...((given.length === 0 ? [MovedDate.now()] : given) as [number]));
  }
  static override now(): number {
    return RealDate.now() + ahead;
  }
}
globalThis.Date = MovedDate as DateConstructor;
