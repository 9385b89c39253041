import { lazy, Suspense, useSyncExternalStore } from 'react';
import { notesNow, onNotes } from './toast.ts';

const ToastHost = lazy(() => import('./toast-host.tsx').then((module) => ({ default: module.ToastHost })));

const seen = () => notesNow().length > 0;

/** Loads the host with the first note, not before. */
export function Toasts() {
  const isWanted = useSyncExternalStore(onNotes, seen, () => false);
  return <Suspense fallback={null}>{isWanted ? <ToastHost /> : null}</Suspense>;
}
