import { useSearchParams } from '@cme/ui/router';
import { useCallback } from 'react';
import { type StepName, stepOf } from './draft.rules.ts';

/** Step and number stand in the address. */
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
          // What the address says now: the step may have changed while the draft was on its way.
          const next = new URLSearchParams(window.location.search);
          next.set('no', declareNo);
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  return {
    step: stepOf(search.get('step')),
    no: search.get('no') ?? undefined,
    goStep,
    setNumber,
  };
}
