import { useSyncExternalStore } from 'react';
import { lazyPart } from '../pieces/lazy-part.tsx';
import { notesNow, onNotes } from './toast.ts';

const ToastHost = lazyPart(async () => (await import('./toast-host.tsx')).ToastHost);

const seen = () => notesNow().length > 0;

/** Loads the host with the first note, not before. */
export function Toasts() {
  const isWanted = useSyncExternalStore(onNotes, seen, () => false);
  return isWanted ? <ToastHost /> : null;
}
