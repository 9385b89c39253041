import { useSyncExternalStore } from 'react';
import { lazyPart } from '../plain/lazy-part.tsx';
import { currentNotes, onNotes } from './toast.ts';

const ToastHost = lazyPart(async () => (await import('./toast-host.tsx')).ToastHost);

const hasNotes = () => currentNotes().length > 0;

/** Loads the host with the first note. */
export function Toasts() {
  const isWanted = useSyncExternalStore(onNotes, hasNotes, () => false);
  return isWanted ? <ToastHost /> : null;
}
