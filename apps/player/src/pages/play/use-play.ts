import { isCallFailed, send } from '@cme/commons/api-client';
import {
  playerCheckAnswer,
  playerEnter,
  playerLeave,
  playerMedia,
  type DataOf,
  type LedgerState,
  type playerCourse,
  type Span,
} from '@cme/contract';
import { refresh } from '@cme/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { openBeats, type Now } from './beats.ts';
import { courseQuery } from '../../components/course.queries.ts';

export type Entered = DataOf<typeof playerEnter>;
export type Halt = { kind: 'moved' | 'lapsed' | 'refused' | 'failed'; message: string };

export interface Play {
  entered?: Entered;
  ledger?: LedgerState;
  halt?: Halt;
  offline: boolean;
  dropped: boolean;
}

/** One section's play: entering, beats, checks, leaving. `force` takes over from another device. */
export function usePlay(courseId: string, sectionId: string) {
  const client = useQueryClient();
  const [play, setPlay] = useState<Play>({ offline: false, dropped: false });
  const [turn, setTurn] = useState({ count: 0, force: false });
  const beats = useRef<ReturnType<typeof openBeats>>(undefined);

  useEffect(() => {
    const away = new AbortController();
    const change = (part: Partial<Play>) =>
      !away.signal.aborted && setPlay((before) => ({ ...before, ...part }));
    setPlay({ offline: false, dropped: false });
    let token: string | undefined;

    void enter(sectionId, turn.force, away.signal).then(
      (entered) => {
        token = entered.play_token;
        let finished = entered.section_status === 'finished';
        if (away.signal.aborted) return leave(token);
        beats.current = openBeats(token, {
          accepted: (ledger) => {
            change({ ledger });
            client.setQueryData(
              courseQuery(courseId).queryKey,
              (course) => course && withMark(course, sectionId, ledger),
            );
            // A finished section unlocks the one after it, which only the server knows.
            if (ledger.section_status === 'finished' && !finished)
              void refresh(client, courseQuery(courseId));
            finished = ledger.section_status === 'finished';
          },
          refused: (code, message) => {
            // The course says what is to be done about it.
            if (code === 'refund_pending') void refresh(client, courseQuery(courseId));
            change({ halt: haltOf(code, message) });
          },
          offline: (offline, dropped) => change({ offline, dropped }),
        });
        change({ entered, ledger: entered });
      },
      (error: unknown) =>
        change({
          halt: isCallFailed(error)
            ? haltOf(error.code, error.message, error.statusCode)
            : haltOf(undefined, '加载失败', 0),
        }),
    );
    return () => {
      away.abort();
      const told = beats.current?.close();
      beats.current = undefined;
      void Promise.resolve(told).then(() => token && leave(token));
    };
  }, [client, courseId, sectionId, turn]);

  const beat = useCallback(
    (spans: Span[], now: Now, keepalive?: boolean) =>
      beats.current?.beat(spans, now, keepalive) ?? Promise.resolve(),
    [],
  );
  const again = useCallback(
    (force: boolean) => setTurn(({ count }) => ({ count: count + 1, force })),
    [],
  );
  const answerCheck = useCallback(async () => {
    const { entered, ledger } = play;
    if (!entered || !ledger?.open_check) return;
    const after = await send(playerCheckAnswer, {
      play_token: entered.play_token,
      check_id: ledger.open_check.check_id,
    });
    setPlay((before) => ({
      ...before,
      ledger: { ...after, open_check: undefined },
      halt: undefined,
    }));
  }, [play]);
  const freshMedia = useCallback(async () => {
    if (!play.entered) return undefined;
    return (await send(playerMedia, { play_token: play.entered.play_token })).media_url;
  }, [play.entered]);

  /** Entered once more because a person asked for it here. */
  return { play, beat, again, answerCheck, freshMedia, isAgain: turn.count > 0 };
}

/** Study is counted from the moment a person sees the page: a prerendered one waits. */
async function enter(sectionId: string, force: boolean, signal: AbortSignal): Promise<Entered> {
  const page = document as Document & { prerendering?: boolean };
  if (page.prerendering)
    await new Promise((seen) => page.addEventListener('prerenderingchange', seen, { once: true }));
  return send(playerEnter, { section_id: sectionId, force: force ? 'Y' : 'N' }, { signal });
}

function leave(token: string) {
  void send(playerLeave, { play_token: token }, { keepalive: true }).catch(() => undefined);
}

function haltOf(code: string | undefined, message: string, statusCode = 400): Halt | undefined {
  if (code === 'check_open') return undefined;
  if (code === 'play_moved') return { kind: 'moved', message };
  if (code === 'play_lapsed') return { kind: 'lapsed', message };
  return { kind: statusCode === 0 || statusCode >= 500 ? 'failed' : 'refused', message };
}

type Course = DataOf<typeof playerCourse>;

function withMark(course: Course, sectionId: string, ledger: LedgerState): Course {
  return {
    ...course,
    progress: ledger.progress,
    learn_status: ledger.learn_status,
    chapters: course.chapters.map((chapter) => ({
      ...chapter,
      sections: chapter.sections.map((section) =>
        section.section_id === sectionId
          ? { ...section, section_status: ledger.section_status }
          : section,
      ),
    })),
  };
}
