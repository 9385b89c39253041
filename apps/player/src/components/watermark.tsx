import { useEffect, useState } from 'react';
import css from './stage.module.css';

const places = 5;
const milliseconds = 10_000;

/** Who watches, at another place of the picture every ten seconds. It jumps: what glides would keep
 * the machine painting while the picture stands still. */
export function Watermark({ text }: { text: string }) {
  const [place, setPlace] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setPlace((last) => (last + 1) % places), milliseconds);
    return () => clearInterval(timer);
  }, []);
  return (
    <p className={css.watermark} data-place={place} aria-hidden="true">
      {text}
    </p>
  );
}
