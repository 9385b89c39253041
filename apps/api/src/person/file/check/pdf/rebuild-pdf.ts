/** A PDF whose table of objects is wrong, with a new table; undefined if readers could disagree about
 * its objects: some are packed, occur twice, or there is more than one trailer. */
export function rebuildPdf(text: string): Buffer | undefined {
  const trailers = text.match(/\btrailer\b/g) ?? [];
  const [, root] = /\btrailer\b[\s\S]*?\/Root\s+(\d+)\s+0\s+R/.exec(text) ?? [];
  if (!root || trailers.length > 1 || /\/(Prev|XRefStm|XRef|ObjStm)\b/.test(text)) return undefined;
  const starts = new Map<number, number>();
  for (const match of text.matchAll(/(\d+)[\s\0]+(\d+)[\s\0]+obj/g)) {
    const id = Number(match[1]);
    if (starts.has(id) || Number(match[2]) !== 0 || id > 1_000_000) return undefined;
    starts.set(id, match.index);
  }
  const rows = [...starts]
    .toSorted(([a], [b]) => a - b)
    .map(([id, start]) => `${id} 1\n${String(start).padStart(10, '0')} 00000 n \n`);
  const size = Math.max(0, ...starts.keys()) + 1;
  return Buffer.from(
    `${text}\nxref\n0 1\n0000000000 65535 f \n${rows.join('')}trailer << /Root ${root} 0 R /Size ${size} >>\nstartxref\n${text.length + 1}\n%%EOF\n`,
    'latin1',
  );
}
