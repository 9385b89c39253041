import { create } from 'qrcode/lib/core/qrcode.js';
import css from './qr.module.css';

/** Quiet zone around the code, required by scanners. */
const margin = 3;

/** A text as a QR code. Loaded on demand. */
export function Qr({ text, label }: { text: string; label: string }) {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const fullSize = size + 2 * margin;
  return (
    <svg
      className={css.qr}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${fullSize} ${fullSize}`}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${fullSize}v${fullSize}H0z`} />
      <path fill="#000" d={createPath(size, data)} />
    </svg>
  );
}

function createPath(size: number, data: Uint8Array): string {
  let path = '';
  for (let index = 0; index < data.length; index += 1)
    if (data[index])
      path += `M${(index % size) + margin} ${Math.floor(index / size) + margin}h1v1h-1z`;
  return path;
}
