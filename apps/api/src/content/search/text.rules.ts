/** A text without sentences that it has said before, or that are its title. */
export function dropRepeats(text: string, title: string): string {
  const said = new Set([title.trim()]);
  const kept: string[] = [];
  for (const sentence of text.match(/[^。！？；\n]+[。！？；]*\s*|[。！？；\s]+/gu) ?? []) {
    const core = sentence.replace(/[。！？；\s]+$/u, '').trim();
    if (core !== '' && said.has(core)) {
      if (sentence.includes('\n')) kept.push('\n');
      continue;
    }
    if (core !== '') said.add(core);
    kept.push(sentence);
  }
  return kept.join('').trim();
}
