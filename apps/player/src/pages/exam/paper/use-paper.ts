import { toast } from '@cme/ui';
import { useBlocker } from '@cme/ui/router';
import { useMediaQuery } from '@cme/ui/use-media-query';
import { useEffect, useReducer, useRef, useSyncExternalStore } from 'react';
import { words } from '../frame/exam.words.ts';
import { getQuestionKind } from '../../../components/questions/question-kinds.tsx';
import { paperReducer, initialPaper, getMinutesToAnnounce } from './paper.reducer.ts';
import type { OpenAttempt } from '../attempt/use-attempt.ts';
import { useSubmitExam } from './use-submit-exam.ts';
import { useKeys } from './use-keys.ts';
import type { PaperDialogModel } from './use-paper-dialog.ts';
import { usePresence } from './use-presence.ts';
import { useSwipe } from './use-swipe.ts';

/** State and actions of the exam. */
export function usePaper(
  open: OpenAttempt,
  { dialog, open: openDialog, close: closeDialog }: PaperDialogModel,
  onFinished: () => void,
) {
  const { attempt, sheet, clock, place } = open;
  const { items } = attempt;
  const state = useSyncExternalStore(sheet.subscribe, sheet.now);
  const [paper, dispatch] = useReducer(paperReducer, undefined, () =>
    initialPaper(items, state.answers, clock.now() >= state.deadline, place.position),
  );
  const isPhone = useMediaQuery('(width < 60em)');
  const submission = useSubmitExam(open, paper.isTimeUp, onFinished);
  const questionRef = useRef<HTMLElement>(null);
  usePresence(attempt.score_id, attempt.switch_limit, onFinished);
  useLeaveWarning(() => sheet.now().unsaved.length > 0);

  useEffect(() => {
    if (state.interruption === 'finished') void sheet.submitted().then(onFinished);
  }, [state.interruption, sheet, onFinished]);

  useEffect(() => void (place.position = paper.position), [place, paper.position]);

  const item = items[paper.position];
  const isStopped = paper.isTimeUp || state.interruption !== undefined;
  const leaving = useLeaveQuestion(!isStopped);
  const goTo = (to: number) => {
    dispatch({ type: 'moved', to, count: items.length });
    closeDialog();
    questionRef.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  };
  const step = (distance: 1 | -1) => goTo(paper.position + distance);
  const choose = (index: number) => {
    if (!item) return;
    const { listOptions, choose } = getQuestionKind(item.type);
    const key = listOptions(item)[index]?.key;
    const answer = key && choose(state.answers[item.qid]?.answer ?? [], key);
    if (answer) sheet.answer(item.qid, answer);
  };
  useKeys(
    {
      choose,
      step,
      mark: () => item && sheet.toggleMark(item.qid),
    },
    !isStopped && dialog === undefined,
  );
  const swipe = useSwipe(step);

  return {
    open,
    state,
    paper,
    item,
    isPhone,
    isStopped,
    leaving,
    submission,
    questionRef,
    swipe,
    goTo,
    step,
    dialog,
    openCard: () => openDialog('card'),
    openSubmit() {
      submission.clearFailure();
      openDialog('submit');
    },
    closeDialog,
    onTick(left: number, before: number) {
      const minutes = getMinutesToAnnounce(left, before);
      if (minutes !== undefined)
        toast.warning(words.warned(minutes), { key: 'exam-time', duration: 8000 });
      if (left === 0) dispatch({ type: 'timeUp' });
    },
  };
}
export type PaperModel = ReturnType<typeof usePaper>;

/** Asks before another page of the application replaces a running exam. */
const useLeaveQuestion = (isRunning: boolean) =>
  useBlocker(
    ({ currentLocation, nextLocation }) =>
      isRunning && nextLocation.pathname !== currentLocation.pathname,
  );

/** Asks before the page is closed while answers are not saved on the server. */
function useLeaveWarning(isUnsaved: () => boolean): void {
  const latestUnsaved = useRef(isUnsaved);
  latestUnsaved.current = isUnsaved;
  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (latestUnsaved.current()) event.preventDefault();
    };
    addEventListener('beforeunload', onBeforeUnload);
    return () => removeEventListener('beforeunload', onBeforeUnload);
  }, []);
}
