export type Shades = readonly [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];
type Rgb = readonly [number, number, number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
const tints = [0.94, 0.86, 0.72, 0.54, 0.34, 0.16];
const darks = [0.16, 0.32, 0.46];

/** Ten shades around a site's colour: 6 is the colour itself, darkened first until white text on
 * it reaches 4.5:1. */
export function createShades(colour: string): Shades {
  const base = makeReadable(parseRgb(colour) ?? [15, 107, 102]);
  const light = tints.map((share) => toHex(mixColours(base, white, share)));
  const dark = darks.map((share) => toHex(mixColours(base, black, share)));
  return [...light, toHex(base), ...dark] as unknown as Shades;
}

/** Contrast ratio by WCAG 2, from 1 to 21. */
export function getContrast(first: string, second: string): number {
  const [high, low] = [
    getLightness(parseRgb(first) ?? white),
    getLightness(parseRgb(second) ?? white),
  ].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function makeReadable(colour: Rgb): Rgb {
  let base = colour;
  while (1.05 / (getLightness(base) + 0.05) < 4.5) base = mixColours(base, black, 0.06);
  return base;
}

function parseRgb(colour: string): Rgb | undefined {
  const digits = /^#([\da-f]{6})$/i.exec(colour.trim())?.[1];
  if (!digits) return undefined;
  return [0, 2, 4].map((offset) =>
    Number.parseInt(digits.slice(offset, offset + 2), 16),
  ) as unknown as Rgb;
}

const toHex = (colour: Rgb) =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

function mixColours(from: Rgb, to: Rgb, share: number): Rgb {
  return [0, 1, 2].map(
    (channel) => from[channel]! + (to[channel]! - from[channel]!) * share,
  ) as unknown as Rgb;
}

function getLightness(colour: Rgb): number {
  const [r, g, b] = colour.map((channel) =>
    channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
  ) as unknown as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
