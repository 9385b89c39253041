import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { addListeners } from '../../../components/listen.ts';
import type { Entered, usePlay } from '../section/use-play.ts';
import { type Dwell, createDwell, addReading } from './dwell.ts';

const tick = 1000;

/** Measures how long the current page is visible and reports it. The server validates it again. */
export function useDwell(
  { play, beat }: ReturnType<typeof usePlay>,
  entered: Entered,
  page: number,
  isShown: boolean,
): Dwell {
  const { ledger, interruption, offline } = play;
  const [dwell, setDwell] = useState(() =>
    createDwell(entered.pages, entered.page_seconds, entered.ranges),
  );
  const currentDwell = useRef(dwell);
  const latest = useRef({ page, isRead: false, isFinished: false, offline });
  latest.current = {
    page,
    isRead: isShown && !interruption,
    isFinished: ledger?.section_status === 'finished',
    offline,
  };

  const sendBeat = useCallback(
    (keepalive = false) => {
      const { pending, pageSeconds, spent } = currentDwell.current;
      currentDwell.current = { ...currentDwell.current, pending: [] };
      const page = latest.current.page;
      const position = page * pageSeconds + Math.min(spent[page] ?? 0, pageSeconds - 0.5);
      const spans = pending.map(([from, to]): [number, number] => [from, to]);
      // Spans are only recorded while the page is visible.
      return beat(spans, { position: Math.max(0, position), rate: 1, visible: true }, keepalive);
    },
    [beat],
  );

  useLayoutEffect(() => {
    let lastTick = performance.now();
    void sendBeat();
    const timer = setInterval(() => {
      const passed = Math.min(1.5, (performance.now() - lastTick) / 1000);
      lastTick = performance.now();
      if (!latest.current.isRead || document.visibilityState === 'hidden') return;
      const nextDwell = addReading(currentDwell.current, latest.current.page, passed);
      if (nextDwell !== currentDwell.current) setDwell((currentDwell.current = nextDwell));
    }, tick);
    const sending = setInterval(() => {
      const { isRead, isFinished, offline: isOffline } = latest.current;
      const isSeen = isRead && document.visibilityState === 'visible';
      if ((isSeen && !isFinished) || isOffline || currentDwell.current.pending.length > 0)
        void sendBeat();
    }, entered.rules.beat_seconds * 1000);
    const unlisten = addListeners([
      [
        document,
        'visibilitychange',
        () => document.visibilityState === 'hidden' && void sendBeat(),
      ],
      [globalThis, 'pagehide', () => void sendBeat(true)],
      [globalThis, 'online', () => void sendBeat()],
    ]);
    return () => {
      clearInterval(timer);
      clearInterval(sending);
      unlisten();
      void sendBeat(true);
    };
  }, [entered, sendBeat]);

  // A page is reported as soon as its time is complete, because the last one finishes the
  // section.
  const isPageDone = (dwell.spent[page] ?? 0) >= dwell.pageSeconds;
  useEffect(() => {
    if (isPageDone) void sendBeat();
  }, [isPageDone, page, sendBeat]);
  return dwell;
}
