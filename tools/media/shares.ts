import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';

const rooms = ['covers', 'banners', 'site'];
/** A logo on white with padding. */
const logo = /-(logo|circle)\.svg$/;
const shareSize = { width: 800, height: 420 };

/** Drawings that a page may use as its preview image. */
export const listSharedImages = (folder: string): string[] =>
  rooms.flatMap((room) =>
    readdirSync(join(folder, room))
      .filter((name) => (room === 'site' ? logo : /\.svg$/).test(name))
      .map((name) => join(folder, room, name)),
  );

export const toPngPath = (svg: string): string => svg.replace(/\.svg$/, '.png');

/** Metadata of an image that identifies its drawing, to detect outdated images. */
export const toMarkPath = (svg: string): string =>
  createHash('sha256').update(readFileSync(svg)).digest('hex').slice(0, 32);

/** Renders each of them as PNG, because chat apps and social networks do not show SVG. */
export async function writeShares(folder: string): Promise<void> {
  for (const svg of listSharedImages(folder)) {
    const drawing = sharp(svg, { density: 200 });
    await frameDrawing(drawing, svg)
      .withExif({ IFD0: { ImageDescription: toMarkPath(svg) } })
      .png({ palette: true, colours: 64, effort: 10 })
      .toFile(toPngPath(svg));
  }
}

function frameDrawing(drawing: Sharp, name: string): Sharp {
  if (!logo.test(name)) return drawing.resize({ ...shareSize, fit: 'cover' });
  const isRound = name.endsWith('-circle.svg');
  const [width, height] = isRound ? [360, 360] : [640, 260];
  const [left, top] = isRound ? [30, 30] : [80, 80];
  return drawing
    .resize({ width: width, height: height, fit: 'contain', background: '#ffffff' })
    .extend({ top, bottom: top, left, right: left, background: '#ffffff' })
    .flatten({ background: '#ffffff' });
}
