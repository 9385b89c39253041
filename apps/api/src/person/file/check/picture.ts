import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { isFull } from '../../../platform/storage/full.ts';
import { damaged } from './verdict.ts';

/** Maximum pixels of a decoded image (12,000 × 10,000), and the longer side after scaling. */
const mostPoints = 120_000_000;
const longestSide = 4096;

sharp.concurrency(1);
sharp.cache(false);
// Only these two formats are decoded in this process, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] });

/** Re-encodes an image: only its pixels are kept, upright and scaled down; location, camera and
 * other hidden data are removed. Returns the reason if it fails. */
export async function redraw(
  path: string,
  format: 'jpg' | 'png',
  target: string,
): Promise<string | undefined> {
  try {
    const picture = sharp(path, {
      limitInputPixels: mostPoints,
      failOn: 'error',
      sequentialRead: true,
    })
      .rotate()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: 25 });
    const drawn = format === 'jpg' ? picture.jpeg({ quality: 88 }) : picture.png();
    await writeFile(target, await drawn.toBuffer(), { flag: 'wx', mode: 0o600 });
    return undefined;
  } catch (error) {
    if (isFull(error)) throw error;
    const text = error instanceof Error ? error.message : '';
    return /pixel limit|too large|exceeds/i.test(text) ? '图片尺寸过大，请缩小后上传' : damaged;
  }
}
