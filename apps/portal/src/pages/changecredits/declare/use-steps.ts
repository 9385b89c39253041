import { useSearchParams } from '@cme/ui/router';
import { useCallback } from 'react';
import { type StepName, parseStep } from './draft.rules.ts';

/** Current step and declaration number, kept in the URL. */
export function useSteps() {
  const [search, setSearch] = useSearchParams();
  const goStep = useCallback(
    (step: StepName) =>
      setSearch((before) => {
        const next = new URLSearchParams(before);
        next.set('step', step);
        return next;
      }),
    [setSearch],
  );
  const setNumber = useCallback(
    (declareNo: string) =>
      setSearch(
        () => {
          // Read from the current URL: the step may have changed while the draft was saved.
          const next = new URLSearchParams(window.location.search);
          next.set('no', declareNo);
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  return {
    step: parseStep(search.get('step')),
    no: search.get('no') ?? undefined,
    goStep,
    setNumber,
  };
}
