import { useStepBack } from '@cme/ui';
import { useLocation, useSearchParams } from '@cme/ui/router';

/** State of the history step that opens something above the page. */
export const overlayState = { overlay: true } as const;

/** Whether this step opened something above the page it came from. */
export const isOverlayStep = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'overlay' in state;

/** Closes what the address shows above the page, named by these words of its query. Opened from
 * the page it is a step back, so that back never meets it again; opened by a link of its own it
 * becomes the page. */
export function useCloseOverlay(...names: string[]): () => void {
  const [, setSearch] = useSearchParams();
  const { state } = useLocation();
  const stepBack = useStepBack();
  return () => {
    if (isOverlayStep(state)) return stepBack();
    setSearch((now) => Object.fromEntries([...now].filter(([name]) => !names.includes(name))), {
      replace: true,
    });
  };
}
