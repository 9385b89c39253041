const wideCharacter =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;

/** Display width of a text; Chinese characters take two columns. */
export const measureWidth = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (wideCharacter.test(sign) ? 2 : 1), 0);

const padText = (text: string, width: number) =>
  text + ' '.repeat(Math.max(0, width - measureWidth(text)));

export interface Column {
  head: string;
  /** The column wraps its texts if necessary, down to this width. */
  least?: number;
  /** Dropped if there is still not enough room, smallest first; never if absent. */
  worth?: number;
}

const columnGap = 2;

/** Formats rows with headers in columns, at most as wide as the terminal. */
export function drawTable(columns: readonly Column[], rows: string[][], width: number): string {
  const natural = columns.map(({ head }, index) =>
    Math.max(measureWidth(head), ...rows.map((row) => measureWidth(row[index] ?? ''))),
  );
  const shownColumns = fitColumns(columns, natural, width);
  const widths = narrowColumns(columns, natural, shownColumns, width);
  const formatRow = (row: string[]): string[] => {
    const cells = shownColumns.map((at) => wrapText(row[at] ?? '', widths[at] ?? 0));
    const height = Math.max(...cells.map((cell) => cell.length));
    return Array.from({ length: height }, (_, line) =>
      shownColumns
        .map((at, index) => padText(cells[index]?.[line] ?? '', widths[at] ?? 0))
        .join(' '.repeat(columnGap))
        .trimEnd(),
    );
  };
  const rule = '─'.repeat(sumWidths(shownColumns, widths));
  return [...formatRow(columns.map(({ head }) => head)), rule, ...rows.flatMap(formatRow)].join(
    '\n',
  );
}

const sumWidths = (shown: readonly number[], widths: readonly number[]) =>
  shown.reduce((sum, at) => sum + (widths[at] ?? 0) + columnGap, -columnGap);

/** The columns that fit at their minimum width. */
function fitColumns(
  columns: readonly Column[],
  natural: readonly number[],
  width: number,
): number[] {
  const narrowest = columns.map(({ least }, index) =>
    Math.min(natural[index] ?? 0, least ?? Infinity),
  );
  let shownColumns = columns.map((_, index) => index);
  const byPriority = shownColumns
    .filter((at) => columns[at]?.worth !== undefined)
    .toSorted((a, b) => (columns[a]?.worth ?? 0) - (columns[b]?.worth ?? 0));
  for (const least of byPriority)
    if (sumWidths(shownColumns, narrowest) > width)
      shownColumns = shownColumns.filter((at) => at !== least);
  return shownColumns;
}

/** Fits the widths: the widest wrappable column shrinks first. */
function narrowColumns(
  columns: readonly Column[],
  natural: readonly number[],
  shown: readonly number[],
  width: number,
): number[] {
  const widths = [...natural];
  const canShrink = (at: number) => (widths[at] ?? 0) > (columns[at]?.least ?? Infinity);
  while (sumWidths(shown, widths) > width) {
    const shrinkable = shown.filter(canShrink);
    if (shrinkable.length === 0) break;
    const widest = Math.max(...shrinkable.map((at) => widths[at] ?? 0));
    const at = shrinkable.find((giver) => widths[giver] === widest) ?? 0;
    widths[at] = widest - 1;
  }
  return widths;
}

/** A number with its unit, or a word with its comma. */
const words = /\d+ [^\s，：]+[，：]?|[^\s，：]+[，：]?|\s+/g;

/** Wraps a text to this width between words; a longer word at its dots, or anywhere. Continuations
 * keep the indentation. */
export function wrapText(text: string, width: number): string[] {
  const indent = ' '.repeat(/^(\s*(└ )?)/.exec(text)?.[0].length ?? 0);
  const lines: string[] = [];
  let line = '';
  for (const word of text.match(words) ?? [])
    for (const part of splitWord(word, width - indent.length)) {
      if (measureWidth(line + part) > width && line.trim()) {
        lines.push(line.trimEnd());
        line = indent + part.trimStart();
      } else line += part;
    }
  return [...lines, line.trimEnd()];
}

const splitWord = (word: string, width: number): string[] =>
  measureWidth(word) <= width
    ? [word]
    : (word.match(/[^.]+\.?|\./g) ?? []).flatMap((part) =>
        measureWidth(part) <= width ? [part] : [...part],
      );
