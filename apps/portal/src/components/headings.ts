/**
 * Shifts the headings of sanitized HTML to start one level below the page's heading: editors
 * start at any level, and skipped levels break navigation by headings in screen readers.
 */
export function liftHeadings(html: string): string {
  const levels = [...html.matchAll(/<h([2-4])>/g)].map(([, level]) => Number(level));
  const levelsToLift = Math.min(...levels) - 2;
  return levelsToLift > 0 && Number.isFinite(levelsToLift)
    ? html.replace(
        /<(\/?)h([34])>/g,
        (_, end: string, level: string) => `<${end}h${Number(level) - levelsToLift}>`,
      )
    : html;
}
