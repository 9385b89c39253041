import { useEffect, useRef } from 'react';
import { fileWords } from './file.words.ts';
import type { UploadItem } from './uploads.rules.ts';

/** Browsers do not report every lost connection, nor every restored one. */
const retryInterval = 10_000;

const isInterrupted = ({ state, reason }: UploadItem): boolean =>
  state === 'failed' && reason === fileWords.offline;

interface Callbacks {
  cut(item: UploadItem): void;
  back(item: UploadItem): void;
}

/**
 * Aborts uploads as soon as the browser is offline, instead of waiting for a timeout, and resumes
 * them when it is online.
 */
export function useConnection(items: readonly UploadItem[], on: Callbacks): void {
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
  const isWaiting = items.some(isInterrupted);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const back = () => {
      if (navigator.onLine)
        for (const item of latest.current.items)
          if (isInterrupted(item)) latest.current.on.back(item);
    };
    addEventListener('online', back);
    const timer = setInterval(back, retryInterval);
    return () => {
      removeEventListener('online', back);
      clearInterval(timer);
    };
  }, [isWaiting]);
}
