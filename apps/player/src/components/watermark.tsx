import { useEffect, useState } from 'react';
import css from './stage.module.css';

const placeCount = 5;
const milliseconds = 10_000;

/**
 * Watermark with the viewer's name, at a new position every ten seconds. It jumps because an
 * animation would cause constant repaints while the video is paused.
 */
export function Watermark({ text }: { text: string }) {
  const [place, setPlace] = useState(0);
  useEffect(() => {
    const timer = setInterval(
      () => setPlace((current) => (current + 1) % placeCount),
      milliseconds,
    );
    return () => clearInterval(timer);
  }, []);
  return (
    <p className={css.watermark} data-place={place} aria-hidden="true">
      {text}
    </p>
  );
}
