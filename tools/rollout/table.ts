const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;

/** Display width of a text; Chinese characters take two columns. */
export const widthOf = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (wide.test(sign) ? 2 : 1), 0);

const padded = (text: string, width: number) =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)));

export interface Column {
  head: string;
  /** The column wraps its texts if necessary, down to this width. */
  least?: number;
  /** Dropped if there is still not enough room, smallest first; never if absent. */
  worth?: number;
}

const gap = 2;

/** Formats rows with headers in columns, at most as wide as the terminal. */
export function drawTable(columns: readonly Column[], rows: string[][], room: number): string {
  const natural = columns.map(({ head }, at) =>
    Math.max(widthOf(head), ...rows.map((row) => widthOf(row[at] ?? ''))),
  );
  const shown = fitting(columns, natural, room);
  const widths = narrowed(columns, natural, shown, room);
  const lines = (row: string[]): string[] => {
    const cells = shown.map((at) => folded(row[at] ?? '', widths[at] ?? 0));
    const height = Math.max(...cells.map((cell) => cell.length));
    return Array.from({ length: height }, (_, line) =>
      shown
        .map((at, place) => padded(cells[place]?.[line] ?? '', widths[at] ?? 0))
        .join(' '.repeat(gap))
        .trimEnd(),
    );
  };
  const rule = '─'.repeat(sumOf(shown, widths));
  return [...lines(columns.map(({ head }) => head)), rule, ...rows.flatMap(lines)].join('\n');
}

const sumOf = (shown: readonly number[], widths: readonly number[]) =>
  shown.reduce((sum, at) => sum + (widths[at] ?? 0) + gap, -gap);

/** The columns that fit at their minimum width. */
function fitting(columns: readonly Column[], natural: readonly number[], room: number): number[] {
  const narrowest = columns.map(({ least }, at) => Math.min(natural[at] ?? 0, least ?? Infinity));
  let shown = columns.map((_, at) => at);
  const byWorth = shown
    .filter((at) => columns[at]?.worth !== undefined)
    .toSorted((one, other) => (columns[one]?.worth ?? 0) - (columns[other]?.worth ?? 0));
  for (const least of byWorth)
    if (sumOf(shown, narrowest) > room) shown = shown.filter((at) => at !== least);
  return shown;
}

/** Fits the widths: the widest wrappable column shrinks first. */
function narrowed(
  columns: readonly Column[],
  natural: readonly number[],
  shown: readonly number[],
  room: number,
): number[] {
  const widths = [...natural];
  const canGive = (at: number) => (widths[at] ?? 0) > (columns[at]?.least ?? Infinity);
  while (sumOf(shown, widths) > room) {
    const givers = shown.filter(canGive);
    if (givers.length === 0) break;
    const widest = Math.max(...givers.map((at) => widths[at] ?? 0));
    const at = givers.find((one) => widths[one] === widest) ?? 0;
    widths[at] = widest - 1;
  }
  return widths;
}

/** A number with its unit, or a word with its comma. */
const words = /\d+ [^\s，：]+[，：]?|[^\s，：]+[，：]?|\s+/g;

/** Wraps a text to this width between words; a longer word at its dots, or anywhere. Continuations
 * keep the indentation. */
export function folded(text: string, width: number): string[] {
  const indent = ' '.repeat(/^(\s*(└ )?)/.exec(text)?.[0].length ?? 0);
  const lines: string[] = [];
  let line = '';
  for (const word of text.match(words) ?? [])
    for (const part of partsOf(word, width - indent.length)) {
      if (widthOf(line + part) > width && line.trim()) {
        lines.push(line.trimEnd());
        line = indent + part.trimStart();
      } else line += part;
    }
  return [...lines, line.trimEnd()];
}

const partsOf = (word: string, width: number): string[] =>
  widthOf(word) <= width
    ? [word]
    : (word.match(/[^.]+\.?|\./g) ?? []).flatMap((part) =>
        widthOf(part) <= width ? [part] : [...part],
      );
