import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { damaged } from './verdict.ts';

/** A decoded picture may have so many points (12,000 × 10,000), and the longer side that is kept. */
const mostPoints = 120_000_000;
const longestSide = 4096;

sharp.concurrency(1);
sharp.cache(false);
// Nothing but these two formats is ever decoded in this process, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] });

/** Draws a picture anew: its points alone come through, upright, in a size that is of use; place,
 * camera and whatever else was hidden in the file stay behind. Answers why it cannot, if so. */
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
    const text = error instanceof Error ? error.message : '';
    return /pixel limit|too large|exceeds/i.test(text) ? '图片尺寸过大，请缩小后上传' : damaged;
  }
}
