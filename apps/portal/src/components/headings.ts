/** A cleaned text whose highest heading is the one below the page's: editors begin at any level,
 * and a level left out loses who goes through a page by its headings. */
export function liftHeadings(html: string): string {
  const levels = [...html.matchAll(/<h([2-4])>/g)].map(([, level]) => Number(level));
  const lift = Math.min(...levels) - 2;
  return lift > 0 && Number.isFinite(lift)
    ? html.replace(
        /<(\/?)h([34])>/g,
        (_, end: string, level: string) => `<${end}h${Number(level) - lift}>`,
      )
    : html;
}
