import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const folder = dirname(fileURLToPath(import.meta.url));
const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);

/**
 * Removes the blocks of one motion preference from a style sheet; a block ends at its matching
 * brace.
 */
function without(css: string, answer: string): string {
  const begin = css.indexOf(`@media (prefers-reduced-motion: ${answer})`);
  if (begin < 0) return css;
  let at = css.indexOf('{', begin) + 1;
  for (let depth = 1; depth > 0; at += 1) depth += css[at] === '{' ? 1 : css[at] === '}' ? -1 : 0;
  return without(css.slice(0, begin) + css.slice(at), answer);
}

describe('prefers-reduced-motion', () => {
  it.each(sheets)('%s has no automatic animations', (_, css) => {
    const moves = /^(?!.*@keyframes).*[{;]\s*animation:\s*(?!none)/m.test(
      without(css, 'no-preference'),
    );
    const stops = /prefers-reduced-motion: reduce\)[^@]*animation:\s*none/.test(css);
    expect(moves && !stops).toBe(false);
  });
});
