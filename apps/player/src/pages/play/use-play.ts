import { isCallFailed, send } from '@cme/commons/api-client';
import {
  playerCheckAnswer,
  playerEnter,
  playerLeave,
  playerMedia,
  type LedgerState,
  type Span,
} from '@cme/contract';
import { refresh } from '@cme/ui';
import { createAddress, type MediaAddress } from '@cme/ui/hls';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { courseQuery } from '../../components/course.queries.ts';
import { words } from '../../words.ts';
import { createBeats, type PlaySnapshot } from './beats/beats.ts';
import {
  type Entered,
  notEntered,
  type PlayEvent,
  playReducer,
  withSectionState,
} from './play.reducer.ts';

export type { Entered } from './play.reducer.ts';

/** A lapsed play is entered again at most this often. */
const unseenEveryMs = 30_000;

/** Playing a section: entering, beats, checks, leaving. `force` takes over from another device. */
export function usePlay(courseId: string, sectionId: string) {
  const [play, dispatch] = useReducer(playReducer, notEntered);
  const [entry, setEntry] = useState({ count: 0, force: false });
  const beats = useRef<ReturnType<typeof createBeats>>(undefined);
  const address = useRef<MediaAddress>(undefined);
  const { showOnCourse, refreshCourse } = useCourseUpdates(courseId, sectionId);

  useEffect(() => {
    const abortController = new AbortController();
    const dispatchIfMounted = (event: PlayEvent) =>
      !abortController.signal.aborted && dispatch(event);
    dispatch({ type: 'entering' });
    let token: string | undefined;
    let reentry: Promise<Entered> | undefined;
    let enteredUnseenAt = -Infinity;

    const enter = async (isForced: boolean) => {
      const entered = await enterSection(sectionId, isForced, abortController.signal);
      onEntered(entered);
      return entered;
    };
    /**
     * When the play has lapsed during a pause, study goes on unseen: it is entered again. If that
     * lapses at once, the learner is asked.
     */
    const enterUnseen = (lapsed: unknown): Promise<Entered> => {
      if (reentry) return reentry;
      if (Math.abs(Date.now() - enteredUnseenAt) < unseenEveryMs)
        return Promise.reject(lapsed as Error);
      enteredUnseenAt = Date.now();
      reentry = enter(false).finally(() => {
        reentry = undefined;
      });
      return reentry;
    };
    const renewMedia = async (): Promise<string> => {
      try {
        return (await send(playerMedia, { play_token: token ?? '' })).media_url;
      } catch (error) {
        if (isCallFailed(error) && error.code === 'play_lapsed')
          return (await enterUnseen(error)).media_url;
        // Without a response the media may still play, and beats tell that the page is offline.
        if (isCallFailed(error) && error.statusCode > 0 && error.statusCode < 500)
          dispatchIfMounted(toRefusal(error));
        throw error;
      }
    };

    const onEntered = (entered: Entered) => {
      token = entered.play_token;
      if (abortController.signal.aborted) return leaveSection(token);
      if (address.current) address.current.offer(entered.media_url);
      else address.current = createAddress(entered.media_url, renewMedia);
      void beats.current?.close();
      let wasFinished = entered.section_status === 'finished';
      beats.current = createBeats(token, {
        onAccepted(ledger) {
          dispatchIfMounted({ type: 'beatAccepted', ledger });
          showOnCourse(ledger);
          const isFinished = ledger.section_status === 'finished';
          // A finished section unlocks the next one, which only the server knows.
          if (isFinished && !wasFinished) refreshCourse();
          wasFinished = isFinished;
        },
        onRefused(code, message) {
          // The course contains what to do about it.
          if (code === 'refund_pending') refreshCourse();
          if (code === 'play_lapsed')
            return void enterUnseen(undefined).catch((error: unknown) =>
              dispatchIfMounted(
                error ? toRefusal(error) : { type: 'refused', code, message, statusCode: 400 },
              ),
            );
          dispatchIfMounted({ type: 'refused', code, message, statusCode: 400 });
        },
        onConnection: (offline, dropped) =>
          dispatchIfMounted({ type: 'connection', offline, dropped }),
      });
      dispatchIfMounted({ type: 'entered', entered });
    };
    void enter(entry.force).catch((error: unknown) => dispatchIfMounted(toRefusal(error)));
    return () => {
      abortController.abort();
      const lastBeat = beats.current?.close();
      beats.current = undefined;
      address.current = undefined;
      void Promise.resolve(lastBeat).then(() => token && leaveSection(token));
    };
  }, [sectionId, entry, showOnCourse, refreshCourse]);

  const beat = useCallback(
    (spans: Span[], snapshot: PlaySnapshot, keepalive?: boolean) =>
      beats.current?.beat(spans, snapshot, keepalive) ?? Promise.resolve(),
    [],
  );
  const enterAgain = useCallback(
    (force: boolean) => setEntry(({ count }) => ({ count: count + 1, force })),
    [],
  );
  const answerCheck = useCallback(
    async (answer?: { answer: string; attempt: number }) => {
      const { entered, ledger } = play;
      if (!entered || !ledger?.open_check) return undefined;
      const { check_id } = ledger.open_check;
      const body = { play_token: entered.play_token, check_id, ...answer };
      const { graded, ...ledgerAfter } = await send(playerCheckAnswer, body);
      dispatch({ type: 'checkAnswered', ledger: ledgerAfter });
      return graded;
    },
    [play],
  );
  /** Entered again because the user asked for it here. */
  return {
    play,
    beat,
    enterAgain,
    answerCheck,
    address: address.current,
    isReentered: entry.count > 0,
  };
}

/** Applies the effects of beats to the course data shown next to the video. */
function useCourseUpdates(courseId: string, sectionId: string) {
  const client = useQueryClient();
  const showOnCourse = useCallback(
    (ledger: LedgerState) =>
      void client.setQueryData(
        courseQuery(courseId).queryKey,
        (course) => course && withSectionState(course, sectionId, ledger),
      ),
    [client, courseId, sectionId],
  );
  const refreshCourse = useCallback(
    () => void refresh(client, courseQuery(courseId)),
    [client, courseId],
  );
  return { showOnCourse, refreshCourse };
}

/** Study counts from when the page is visible: a prerendered page waits. */
async function enterSection(
  sectionId: string,
  force: boolean,
  signal: AbortSignal,
): Promise<Entered> {
  const page = document as Document & { prerendering?: boolean };
  if (page.prerendering)
    await new Promise((resolve) =>
      page.addEventListener('prerenderingchange', resolve, { once: true }),
    );
  return send(playerEnter, { section_id: sectionId, force: force ? 'Y' : 'N' }, { signal });
}

function leaveSection(token: string) {
  void send(playerLeave, { play_token: token }, { keepalive: true }).catch(() => undefined);
}

function toRefusal(error: unknown): PlayEvent {
  const { code, message, statusCode } = isCallFailed(error)
    ? error
    : { code: undefined, message: words.loadFailed, statusCode: 0 };
  return { type: 'refused', code, message, statusCode };
}
