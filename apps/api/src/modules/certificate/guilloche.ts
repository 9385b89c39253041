import type { Pdf } from '../../pdf.ts';

type Point = readonly [x: number, y: number];

/** Strokes a curve given by its points; many points make it smooth. */
function stroke(doc: Pdf, points: readonly Point[], color: string, width: number, opacity: number): void {
  const [first, ...rest] = points;
  if (!first) return;
  doc.moveTo(...first);
  for (const point of rest) doc.lineTo(...point);
  doc.lineWidth(width).strokeOpacity(opacity).stroke(color);
}

const steps = (count: number) => Array.from({ length: count + 1 }, (_, at) => at / count);

/** A rosette: loops around a centre whose radius swings, the same curve turned `turns` times. */
export function rosette(doc: Pdf, [x, y]: Point, { radius, swing, petals, turns, color, width, opacity }: {
  radius: number; swing: number; petals: number; turns: number; color: string; width: number; opacity: number;
}): void {
  for (let turn = 0; turn < turns; turn += 1) {
    const shift = (turn / turns) * ((2 * Math.PI) / petals);
    const points = steps(petals * 36).map((part): Point => {
      const angle = part * 2 * Math.PI;
      const reach = radius + swing * Math.sin(petals * (angle + shift));
      return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
    });
    stroke(doc, points, color, width, opacity);
  }
}

/** A band of woven waves along a straight line, `half` to each side of it. Whole waves only, so that bands meet in the corners. */
function band(doc: Pdf, from: Point, to: Point, half: number, threads: number, color: string, width: number, opacity: number): void {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  const waves = Math.round(length / (half * 3.2));
  for (let thread = 0; thread < threads; thread += 1) {
    const phase = (thread / threads) * 2 * Math.PI;
    const points = steps(waves * 28).map((part): Point => {
      const angle = part * waves * 2 * Math.PI;
      const off = half * (0.72 * Math.sin(angle + phase) + 0.28 * Math.sin(2 * angle - phase));
      return [from[0] + ux * part * length - uy * off, from[1] + uy * part * length + ux * off];
    });
    stroke(doc, points, color, width, opacity);
  }
}

/** The frame of woven bands with a rosette in each corner, `inset` from the paper's edge to the middle of the bands. */
export function frame(doc: Pdf, { inset, half, ink, gold }: { inset: number; half: number; ink: string; gold: string }): void {
  const { width, height } = doc.page;
  const [left, top, right, bottom] = [inset, inset, width - inset, height - inset];
  const corner = half * 1.9;
  const sides: [Point, Point][] = [
    [[left + corner, top], [right - corner, top]], [[right, top + corner], [right, bottom - corner]], [[right - corner, bottom], [left + corner, bottom]], [[left, bottom - corner], [left, top + corner]],
  ];
  for (const [from, to] of sides) {
    band(doc, from, to, half, 7, ink, 0.38, 0.75);
    band(doc, from, to, half * 0.55, 3, gold, 0.45, 0.9);
  }
  for (const at of [[left, top], [right, top], [right, bottom], [left, bottom]] as const) {
    rosette(doc, at, { radius: half * 1.12, swing: half * 0.5, petals: 8, turns: 6, color: ink, width: 0.38, opacity: 0.8 });
    rosette(doc, at, { radius: half * 0.62, swing: half * 0.42, petals: 6, turns: 4, color: gold, width: 0.45, opacity: 0.95 });
  }
  const line = (space: number, thick: number, color: string) =>
    doc.rect(inset + space, inset + space, width - 2 * (inset + space), height - 2 * (inset + space)).lineWidth(thick).strokeOpacity(1).stroke(color);
  line(-half - 3.5, 1.1, ink);
  line(half + 3.5, 1.1, ink);
  line(half + 6.5, 0.4, gold);
}
