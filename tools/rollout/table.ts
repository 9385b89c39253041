const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;

/** Columns that a text takes in a terminal; Chinese takes two a character. */
export const widthOf = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (wide.test(sign) ? 2 : 1), 0);

const padded = (text: string, width: number) =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)));

/** Rows below their heads, in columns. */
export function drawTable(heads: string[], rows: string[][]): string {
  const widths = heads.map((head, at) =>
    Math.max(widthOf(head), ...rows.map((row) => widthOf(row[at] ?? ''))),
  );
  const line = (row: string[]) =>
    row
      .map((text, at) => padded(text, widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  const rule = '─'.repeat(widths.reduce((sum, width) => sum + width + 2, -2));
  return [line(heads), rule, ...rows.map(line)].join('\n');
}

/** How long ago, in the largest fitting unit. */
export function ageOf(at: string | null, now: Date): string {
  if (!at) return '—';
  return spanOf(now.getTime() - Date.parse(at));
}

export const leftUntil = (at: string, now: Date): string => spanOf(Date.parse(at) - now.getTime());

function spanOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} 秒`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} 分`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} 小时`;
  return `${Math.floor(seconds / 86_400)} 天`;
}

export const timeOf = (at: string): string =>
  new Date(at).toLocaleString('zh-CN', { timeZone: 'Asia/Shanghai', hour12: false });
