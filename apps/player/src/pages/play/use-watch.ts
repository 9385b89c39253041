import { toast } from '@cme/ui';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { words } from '../../words.ts';
import { openTrack } from './spans.ts';
import type { usePlay } from './use-play.ts';

const restAfterSeconds = 60 * 60;

/** Ties the video element to the ledger: what is really played becomes spans, and the rules of
 * the first study hold. The server judges all of it again; here the learner only sees the rule
 * at once. */
export function useWatch(
  element: HTMLVideoElement,
  { play, beat }: ReturnType<typeof usePlay>,
  ready: boolean,
) {
  const { entered, ledger, halt, offline } = play;
  const [ended, setEnded] = useState(false);
  const reach = useRef(0);
  const live = useRef({ ledger, halt, offline });
  live.current = { ledger, halt, offline };
  reach.current = Math.max(reach.current, ledger?.furthest ?? 0);

  useEffect(() => {
    reach.current = 0;
    setEnded(false);
  }, [entered?.play_token]);

  // A layout effect: on the way out its last beat goes before the play is ended.
  useLayoutEffect(() => {
    if (!entered || !ready) return;
    const track = openTrack();
    let asked = false;
    let sitting = 0;
    let lastSecond = 0;
    // As it was while the spans played: a page that is being hidden still tells what was seen
    // before.
    let visible = true;

    const free = () =>
      live.current.ledger?.section_status === 'finished' || entered.rules.allow_seek === 'Y';
    const now = () => ({ position: element.currentTime, rate: element.playbackRate, visible });
    const tell = (keepalive = false) => beat(track.take(), now(), keepalive);

    const onTime = () => {
      const position = element.currentTime;
      if (element.seeking || element.paused) return;
      if (!free() && position > reach.current + 3) return hold();
      track.at(position, element.playbackRate);
      visible = document.visibilityState === 'visible';
      reach.current = Math.max(reach.current, position);
      sitting += Math.floor(position) === lastSecond ? 0 : 1;
      lastSecond = Math.floor(position);
      if (sitting === restAfterSeconds) toast.info(words.rest);
      const check = live.current.ledger?.next_check_at;
      if (check !== undefined && position >= check && !asked) {
        asked = true;
        element.pause();
      }
      if (check !== undefined && position < check) asked = false;
    };
    const hold = () => {
      track.cut();
      element.currentTime = reach.current;
      toast.warning(words.firstPass);
    };
    const onSeeking = () => {
      track.cut();
      setEnded(false);
      if (!free() && element.currentTime > reach.current + 1) hold();
    };
    const onRate = () => {
      if (free() || element.playbackRate <= entered.rules.max_rate) return;
      element.playbackRate = entered.rules.max_rate;
      toast.info(words.rateLimited);
    };
    const onPause = () => {
      track.cut();
      void tell();
    };
    const onPlay = () => {
      if (live.current.halt || live.current.ledger?.open_check) return element.pause();
      setEnded(false);
      // From here, not from the first report of the picture a quarter of a second later.
      track.at(element.currentTime, element.playbackRate);
      // The server counts from here on; and whether another page plays by now is known at once.
      void tell();
    };
    // What is said at the end depends on what the server makes of the last seconds.
    const onEnded = () => void tell().then(() => setEnded(element.ended));
    const onVisible = () => {
      if (document.visibilityState === 'hidden' && entered.rules.pause_hidden === 'Y')
        element.pause();
    };
    const onHide = () => void tell(true);
    const timer = setInterval(() => {
      // At the end the server may count what came too early a little later.
      const isUnfinished = element.ended && live.current.ledger?.section_status !== 'finished';
      if (!element.paused || live.current.offline || isUnfinished) void tell();
    }, entered.rules.beat_seconds * 1000);
    const onOnline = () => void tell();

    const heard: [EventTarget, string, () => void][] = [
      [element, 'timeupdate', onTime],
      [element, 'seeking', onSeeking],
      [element, 'ratechange', onRate],
      [element, 'pause', onPause],
      [element, 'play', onPlay],
      [element, 'ended', onEnded],
      [document, 'visibilitychange', onVisible],
      [globalThis, 'pagehide', onHide],
      [globalThis, 'online', onOnline],
    ];
    for (const [target, name, listener] of heard) target.addEventListener(name, listener);
    return () => {
      clearInterval(timer);
      for (const [target, name, listener] of heard) target.removeEventListener(name, listener);
      void tell(true);
    };
  }, [element, entered, ready, beat]);

  useStops(element, Boolean(halt ?? ledger?.open_check));
  useEffect(() => {
    if (ledger?.rewind_to === undefined) return;
    reach.current = Math.min(reach.current, ledger.furthest);
    element.currentTime = ledger.rewind_to;
  }, [ledger?.rewind_to, ledger?.furthest, element]);

  return { ended };
}

/** Stands still while something is asked, and goes on after the answer. */
function useStops(video: HTMLVideoElement, isAsked: boolean) {
  const wasAsked = useRef(false);
  useEffect(() => {
    if (isAsked) {
      video.pause();
      // What is asked stands beside a picture that fills the screen, unseen.
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    } else if (wasAsked.current) void video.play().catch(() => undefined);
    wasAsked.current = isAsked;
  }, [isAsked, video]);
}
