import sharp from 'sharp';

const side = 320;
const mostPixels = 4_000_000;

/** A picture as a square JPEG of its pixels alone, upright; undefined if it is not a picture. */
export async function redrawSquare(base64: string): Promise<string | undefined> {
  const bytes = Buffer.from(base64, 'base64');
  const isJpeg = bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'));
  const isPng = bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'));
  if (!isJpeg && !isPng) return undefined;
  try {
    const drawn = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .rotate()
      .resize(side, side, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .timeout({ seconds: 10 })
      .jpeg({ quality: 82 })
      .toBuffer();
    return drawn.toString('base64');
  } catch {
    return undefined;
  }
}
