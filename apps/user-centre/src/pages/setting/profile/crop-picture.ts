/** Where a square is cut from a picture: each from 0 to 1. */
export interface Crop {
  zoom: number;
  left: number;
  top: number;
}
export const centred: Crop = { zoom: 0, left: 0.5, top: 0.5 };

const side = 320;
/** At the greatest zoom the square is a quarter of the picture's shorter side. */
const mostZoom = 4;

/** The square of a picture: its left and top edge, and its side. */
export function squareOf(width: number, height: number, { zoom, left, top }: Crop) {
  const size = Math.min(width, height) / (1 + zoom * (mostZoom - 1));
  return { x: (width - size) * left, y: (height - size) * top, size };
}

/** The square as a small JPEG: a data URL. */
export function drawSquare(picture: ImageBitmap, crop: Crop): string {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const pen = canvas.getContext('2d');
  if (!pen) return '';
  const { x, y, size } = squareOf(picture.width, picture.height, crop);
  // What is transparent becomes white, not black.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, side, side);
  pen.drawImage(picture, x, y, size, size, 0, 0, side, side);
  return canvas.toDataURL('image/jpeg', 0.85);
}
