import { widthOf } from './table.ts';

const interval = 1000;
/** A result older than this is no longer shown as the current state. */
const stale = 3000;
const clear = '\u001B[H\u001B[J';
const hideCursor = '\u001B[?25l';
const showCursor = '\u001B[?25h';

interface Look {
  text: string;
  data: unknown;
}

/** The last result, its time, and the reason why there is no newer one. */
export interface Seen {
  text: string;
  at: number;
  fault: string;
}

const clockOf = (at: number) => new Date(at).toLocaleTimeString('zh-CN', { hour12: false });

/** Fits the output to the terminal: the head of the result, and always the last line with its
 * age. */
export function screenOf({ text, at, fault }: Seen, now: number, rows: number, room: number) {
  const isStale = now - at > stale;
  const why = fault || 'API 尚未回答';
  const last =
    at === 0
      ? fault
        ? `暂时看不到：${fault}`
        : '正在读取…'
      : isStale
        ? `⚠ 以上是 ${clockOf(at)} 的情况：${why}`
        : `${clockOf(now)}  每秒刷新，Ctrl-C 结束`;
  const left = rows - 2 - linesOf(last, room);
  const lines = text.split('\n');
  const shown =
    lines.length > left
      ? [...lines.slice(0, left - 1), `… 另有 ${lines.length - left + 1} 行，放大窗口后可见`]
      : lines;
  return [...shown, '', last].join('\n');
}

const linesOf = (text: string, room: number) => Math.ceil(widthOf(text) / room) || 1;

/** Redraws each second until Ctrl-C. Without a terminal, or as JSON, it prints on changes only.
 * Survives an unreachable API. */
export async function watch(look: () => Promise<Look>, asJson: boolean): Promise<void> {
  const isTerminal = process.stdout.isTTY && !asJson;
  let seen: Seen = { text: '', at: 0, fault: '' };
  let isAsking = false;
  let last = '';
  const stop = () => {
    if (isTerminal) process.stdout.write(showCursor);
    process.exit(0);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  // The reader of a pipe may close it first (EPIPE).
  process.stdout.once('error', stop);
  if (isTerminal) process.stdout.write(hideCursor);

  async function ask(): Promise<void> {
    isAsking = true;
    try {
      const { text, data } = await look();
      seen = { text, at: Date.now(), fault: '' };
      print(text, JSON.stringify(data));
    } catch (error) {
      seen = { ...seen, fault: error instanceof Error ? error.message : String(error) };
      print(`暂时看不到：${seen.fault}`, JSON.stringify({ ok: false, message: seen.fault }));
    }
    isAsking = false;
  }

  function print(text: string, data: string): void {
    if (!isTerminal && data !== last) process.stdout.write(`${asJson ? data : text}\n`);
    last = data;
  }

  for (;;) {
    if (!isAsking) void ask();
    const { rows = 24, columns = 80 } = process.stdout;
    if (isTerminal) process.stdout.write(clear + screenOf(seen, Date.now(), rows, columns));
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
}
