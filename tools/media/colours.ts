import { createHash } from 'node:crypto';

/** Relative luminance of a `#rrggbb` colour by WCAG 2. */
function getLuminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colours by WCAG 2, 1 to 21. */
export function getContrast(first: string, second: string): number {
  const [lighter, darker] = [getLuminance(first), getLuminance(second)].sort((a, b) => b - a) as [
    number,
    number,
  ];
  return (lighter + 0.05) / (darker + 0.05);
}

/** `#rrggbb` from hue 0 to 360, saturation and lightness 0 to 100. */
export function hslToHex(hue: number, saturation: number, lightness: number): string {
  const spread = (saturation / 100) * Math.min(lightness / 100, 1 - lightness / 100);
  const channelAt = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    const value = lightness / 100 - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channelAt(0)}${channelAt(8)}${channelAt(4)}`;
}

/** A hash of the text, from 0 to `count` − 1. */
export function pickByHash(count: number, ...words: string[]): number {
  return createHash('sha256').update(words.join('/')).digest().readUInt32BE(0) % count;
}
