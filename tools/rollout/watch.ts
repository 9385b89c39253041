const interval = 1000;
const clear = '\u001B[H\u001B[J';
const hideCursor = '\u001B[?25l';
const showCursor = '\u001B[?25h';

interface Look {
  text: string;
  data: unknown;
}

/** Draws again each second until Ctrl-C; as JSON a line each time that something has changed. An API
 * that is away for a moment ends nothing. */
export async function watch(look: () => Promise<Look>, asJson: boolean): Promise<void> {
  const isTerminal = process.stdout.isTTY && !asJson;
  let isOpen = true;
  let last = '';
  const stop = () => {
    isOpen = false;
    if (isTerminal) process.stdout.write(showCursor);
    process.exit(0);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  if (isTerminal) process.stdout.write(hideCursor);
  while (isOpen) {
    const seen = await look().catch((fault: unknown) => ({
      text: `暂时看不到：${fault instanceof Error ? fault.message : String(fault)}`,
      data: { ok: false },
    }));
    const line = asJson ? JSON.stringify(seen.data) : seen.text;
    const clock = new Date().toLocaleTimeString('zh-CN', { hour12: false });
    if (isTerminal) process.stdout.write(`${clear}${line}\n\n${clock}  每秒刷新，Ctrl-C 结束\n`);
    else if (line !== last) process.stdout.write(`${line}\n`);
    last = line;
    await new Promise((resolve) => setTimeout(resolve, interval));
  }
}
