import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { listen } from '../../../components/listen.ts';
import type { Entered, usePlay } from '../use-play.ts';
import { type Dwell, dwellOf, read } from './dwell.ts';

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
    dwellOf(entered.pages, entered.page_seconds, entered.ranges),
  );
  const now = useRef(dwell);
  const latest = useRef({ page, isRead: false, isFinished: false, offline });
  latest.current = {
    page,
    isRead: isShown && !interruption,
    isFinished: ledger?.section_status === 'finished',
    offline,
  };

  const sendBeat = useCallback(
    (keepalive = false) => {
      const { pending, pageSeconds, spent } = now.current;
      now.current = { ...now.current, pending: [] };
      const at = latest.current.page;
      const position = at * pageSeconds + Math.min(spent[at] ?? 0, pageSeconds - 0.5);
      const spans = pending.map(([from, to]): [number, number] => [from, to]);
      // Spans are only recorded while the page is visible.
      return beat(spans, { position: Math.max(0, position), rate: 1, visible: true }, keepalive);
    },
    [beat],
  );

  useLayoutEffect(() => {
    let last = performance.now();
    void sendBeat();
    const counting = setInterval(() => {
      const passed = Math.min(1.5, (performance.now() - last) / 1000);
      last = performance.now();
      if (!latest.current.isRead || document.visibilityState === 'hidden') return;
      const after = read(now.current, latest.current.page, passed);
      if (after !== now.current) setDwell((now.current = after));
    }, tick);
    const sending = setInterval(() => {
      const { isRead, isFinished, offline: isOffline } = latest.current;
      const isSeen = isRead && document.visibilityState === 'visible';
      if ((isSeen && !isFinished) || isOffline || now.current.pending.length > 0) void sendBeat();
    }, entered.rules.beat_seconds * 1000);
    const unlisten = listen([
      [
        document,
        'visibilitychange',
        () => document.visibilityState === 'hidden' && void sendBeat(),
      ],
      [globalThis, 'pagehide', () => void sendBeat(true)],
      [globalThis, 'online', () => void sendBeat()],
    ]);
    return () => {
      clearInterval(counting);
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
