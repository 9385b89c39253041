import { send } from '@cme/commons/api-client';
import { playerCheckAnswer, type LedgerState, type Span } from '@cme/contract/study';
import { refresh } from '@cme/shell';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { courseQuery } from '../../../components/course.queries.ts';
import type { PlaySnapshot } from '../beats/beats.ts';
import { type OpenedSection, openSection } from './opened-section.ts';
import { notEntered, playReducer, withSectionState } from './play.reducer.ts';

export type { Entered } from './play.reducer.ts';

/** Playing a section: entering, beats, checks, leaving. `force` takes over from another device. */
export function usePlay(courseId: string, sectionId: string) {
  const [play, dispatch] = useReducer(playReducer, notEntered);
  const [entry, setEntry] = useState({ count: 0, force: false });
  const opened = useRef<OpenedSection>(undefined);
  const { showOnCourse, refreshCourse } = useCourseUpdates(courseId, sectionId);

  useEffect(() => {
    dispatch({ type: 'entering' });
    const section = openSection(sectionId, entry.force, {
      dispatch,
      onAccepted: showOnCourse,
      // A finished section unlocks the next one, which only the server knows.
      onFinished: refreshCourse,
      // The course contains what to do about it.
      onSuspended: refreshCourse,
    });
    opened.current = section;
    return () => {
      opened.current = undefined;
      section.close();
    };
  }, [sectionId, entry, showOnCourse, refreshCourse]);

  const beat = useCallback(
    (spans: Span[], snapshot: PlaySnapshot, keepalive?: boolean) =>
      opened.current?.beat(spans, snapshot, keepalive) ?? Promise.resolve(),
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
  const isReentered = entry.count > 0;
  return { play, beat, enterAgain, answerCheck, address: opened.current?.address(), isReentered };
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
