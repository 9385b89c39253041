import { measureWidth } from './table.ts';

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

const formatClock = (at: number) =>
  new Date(at).toLocaleTimeString('zh-CN', { timeZone: 'Asia/Shanghai', hour12: false });

/** Fits the output to the terminal: the head of the result, and always the last line with its
 * age. */
export function drawScreen({ text, at, fault }: Seen, now: number, rows: number, width: number) {
  const isStale = now - at > stale;
  const problem = fault || 'API 尚未回答';
  const last =
    at === 0
      ? fault
        ? `暂时看不到：${fault}`
        : '正在读取…'
      : isStale
        ? `⚠ 以上是 ${formatClock(at)} 的情况：${problem}`
        : `${formatClock(now)}  每秒刷新，Ctrl-C 结束`;
  const rowsLeft = rows - 2 - countLines(last, width);
  const lines = text.split('\n');
  const shownLines =
    lines.length > rowsLeft
      ? [
          ...lines.slice(0, rowsLeft - 1),
          `… 另有 ${lines.length - rowsLeft + 1} 行，放大窗口后可见`,
        ]
      : lines;
  return [...shownLines, '', last].join('\n');
}

const countLines = (text: string, width: number) => Math.ceil(measureWidth(text) / width) || 1;

/** Redraws each second until Ctrl-C. Without a terminal, or as JSON, it prints on changes only.
 * Survives an unreachable API. */
export async function watchReport(readStatus: () => Promise<Look>, asJson: boolean): Promise<void> {
  const isTerminal = process.stdout.isTTY && !asJson;
  let seen: Seen = { text: '', at: 0, fault: '' };
  let isAsking = false;
  let lastOutput = '';
  const stop = () => {
    if (isTerminal) process.stdout.write(showCursor);
    process.exit(0);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  // The reader of a pipe may close it first (EPIPE).
  process.stdout.once('error', stop);
  if (isTerminal) process.stdout.write(hideCursor);

  async function readReport(): Promise<void> {
    isAsking = true;
    try {
      const { text, data } = await readStatus();
      seen = { text, at: Date.now(), fault: '' };
      printOutput(text, JSON.stringify(data));
    } catch (error) {
      seen = { ...seen, fault: error instanceof Error ? error.message : String(error) };
      printOutput(`暂时看不到：${seen.fault}`, JSON.stringify({ ok: false, message: seen.fault }));
    }
    isAsking = false;
  }

  function printOutput(text: string, data: string): void {
    if (!isTerminal && data !== lastOutput) process.stdout.write(`${asJson ? data : text}\n`);
    lastOutput = data;
  }

  for (;;) {
    if (!isAsking) void readReport();
    // A terminal without a known size reports 0.
    const { rows, columns } = process.stdout;
    if (isTerminal)
      process.stdout.write(clear + drawScreen(seen, Date.now(), rows || 24, columns || 80));
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
}
