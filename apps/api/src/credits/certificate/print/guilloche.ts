import type { Pdf } from '../../../platform/printing/pdf.ts';

type Point = readonly [x: number, y: number];

/** Strokes a curve through these points. */
function stroke(
  doc: Pdf,
  points: readonly Point[],
  color: string,
  width: number,
  opacity: number,
): void {
  // Hundredths of a point are finer than any printer, and reduce the file to a third.
  const roundCoordinate = (value: number) => Math.round(value * 100) / 100;
  doc.lineWidth(width).strokeOpacity(opacity).strokeColor(color);
  // A single path: the library takes as long for one line as for a thousand.
  doc.addContent(
    `${points.map(([x, y], index) => `${roundCoordinate(x)} ${roundCoordinate(y)} ${index === 0 ? 'm' : 'l'}`).join(' ')} S`,
  );
}

const steps = (count: number) => Array.from({ length: count + 1 }, (_, index) => index / count);

/** A rosette: a closed curve with oscillating radius, drawn `turns` times rotated. */
export function rosette(
  doc: Pdf,
  [x, y]: Point,
  {
    radius,
    swing,
    petals,
    turns,
    color,
    width,
    opacity,
  }: {
    radius: number;
    swing: number;
    petals: number;
    turns: number;
    color: string;
    width: number;
    opacity: number;
  },
): void {
  for (let turn = 0; turn < turns; turn += 1) {
    const shift = (turn / turns) * ((2 * Math.PI) / petals);
    const points = steps(petals * 18).map((part): Point => {
      const angle = part * 2 * Math.PI;
      const reach = radius + swing * Math.sin(petals * (angle + shift));
      return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
    });
    stroke(doc, points, color, width, opacity);
  }
}

/** A band of interwoven waves along a straight line, `half` wide to each side. Whole waves only, so
 * that bands meet in the corners. */
function drawBand(
  doc: Pdf,
  { from, to, half }: { from: Point; to: Point; half: number },
  {
    threads,
    color,
    width,
    opacity,
  }: { threads: number; color: string; width: number; opacity: number },
): void {
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const length = Math.hypot(dx, dy);
  const ux = dx / length;
  const uy = dy / length;
  const waves = Math.round(length / (half * 3.2));
  for (let thread = 0; thread < threads; thread += 1) {
    const phase = (thread / threads) * 2 * Math.PI;
    const points = steps(waves * 16).map((part): Point => {
      const angle = part * waves * 2 * Math.PI;
      const off = half * (0.72 * Math.sin(angle + phase) + 0.28 * Math.sin(2 * angle - phase));
      return [from[0] + ux * part * length - uy * off, from[1] + uy * part * length + ux * off];
    });
    stroke(doc, points, color, width, opacity);
  }
}

/** The border of woven bands with a rosette in each corner, `inset` from the edge to the middle of
 * the bands. */
export function drawFrame(
  doc: Pdf,
  {
    inset,
    half,
    ink,
    gold,
    paper,
  }: { inset: number; half: number; ink: string; gold: string; paper: string },
): void {
  const { width, height } = doc.page;
  const left = inset;
  const top = inset;
  const right = width - inset;
  const bottom = height - inset;
  const corner = half * 1.95;
  const sides: [Point, Point][] = [
    [
      [left + corner, top],
      [right - corner, top],
    ],
    [
      [right, top + corner],
      [right, bottom - corner],
    ],
    [
      [right - corner, bottom],
      [left + corner, bottom],
    ],
    [
      [left, bottom - corner],
      [left, top + corner],
    ],
  ];
  for (const [from, to] of sides) {
    drawBand(doc, { from, to, half }, { threads: 7, color: ink, width: 0.38, opacity: 0.75 });
    drawBand(
      doc,
      { from, to, half: half * 0.55 },
      { threads: 3, color: gold, width: 0.45, opacity: 0.9 },
    );
  }
  const line = (space: number, thick: number, color: string) =>
    doc
      .rect(inset + space, inset + space, width - 2 * (inset + space), height - 2 * (inset + space))
      .lineWidth(thick)
      .strokeOpacity(1)
      .stroke(color);
  line(-half - 3.5, 1.1, ink);
  line(half + 3.5, 1.1, ink);
  line(half + 6.5, 0.4, gold);
  for (const at of [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ] as const)
    medallion(doc, at, half * 1.95, { ink, gold, paper });
}

/** A corner rosette on a white disc over the bands. */
function medallion(
  doc: Pdf,
  at: Point,
  radius: number,
  { ink, gold, paper }: { ink: string; gold: string; paper: string },
): void {
  doc
    .circle(...at, radius)
    .lineWidth(1.1)
    .strokeOpacity(1)
    .fillAndStroke(paper, ink);
  doc
    .circle(...at, radius - 2.4)
    .lineWidth(0.4)
    .stroke(gold);
  rosette(doc, at, {
    radius: radius * 0.58,
    swing: radius * 0.24,
    petals: 10,
    turns: 6,
    color: ink,
    width: 0.35,
    opacity: 0.85,
  });
  rosette(doc, at, {
    radius: radius * 0.3,
    swing: radius * 0.2,
    petals: 6,
    turns: 5,
    color: gold,
    width: 0.4,
    opacity: 1,
  });
}
