import { useEffect, useRef } from 'react';
import { fileWords } from './file.words.ts';
import type { UploadItem } from './uploads.rules.ts';

/** Not every lost line is told by the browser, and not every one that is back. */
const tryEvery = 10_000;

const waitsForLine = ({ state, reason }: UploadItem): boolean =>
  state === 'failed' && reason === fileWords.offline;

interface On {
  cut(item: UploadItem): void;
  back(item: UploadItem): void;
}

/** Ends what is sent when the line goes, at once instead of when the browser gives it up, and goes
 * on with it by itself when the line is back. */
export function useLine(items: readonly UploadItem[], on: On): void {
  const latest = useRef({ items, on });
  useEffect(() => void (latest.current = { items, on }));
  useEffect(() => {
    const cut = () => {
      for (const item of latest.current.items)
        if (item.state === 'sending') latest.current.on.cut(item);
    };
    addEventListener('offline', cut);
    return () => removeEventListener('offline', cut);
  }, []);
  const isWaiting = items.some(waitsForLine);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const back = () => {
      if (navigator.onLine)
        for (const item of latest.current.items)
          if (waitsForLine(item)) latest.current.on.back(item);
    };
    addEventListener('online', back);
    const timer = setInterval(back, tryEvery);
    return () => {
      removeEventListener('online', back);
      clearInterval(timer);
    };
  }, [isWaiting]);
}
