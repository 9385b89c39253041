import { useEffect, useRef } from 'react';
import { fileWords } from './file.words.ts';
import type { UploadItem } from './uploads.rules.ts';

/** Browsers do not report every lost connection, nor every restored one. */
const retryInterval = 10_000;

const isInterrupted = ({ state, reason }: UploadItem): boolean =>
  state === 'failed' && reason === fileWords.offline;

interface Callbacks {
  onDisconnect(item: UploadItem): void;
  onReconnect(item: UploadItem): void;
}

/**
 * Aborts uploads as soon as the browser is offline, instead of waiting for a timeout, and resumes
 * them when it is online.
 */
export function useConnection(items: readonly UploadItem[], callbacks: Callbacks): void {
  const latest = useRef({ items, callbacks });
  useEffect(() => void (latest.current = { items, callbacks }));
  useEffect(() => {
    const disconnect = () => {
      for (const item of latest.current.items)
        if (item.state === 'sending') latest.current.callbacks.onDisconnect(item);
    };
    addEventListener('offline', disconnect);
    return () => removeEventListener('offline', disconnect);
  }, []);
  const isWaiting = items.some(isInterrupted);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const reconnect = () => {
      if (navigator.onLine)
        for (const item of latest.current.items)
          if (isInterrupted(item)) latest.current.callbacks.onReconnect(item);
    };
    addEventListener('online', reconnect);
    const timer = setInterval(reconnect, retryInterval);
    return () => {
      removeEventListener('online', reconnect);
      clearInterval(timer);
    };
  }, [isWaiting]);
}
