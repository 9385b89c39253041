import { useStepBack } from '@cme/shell';
import { useLocation, useSearchParams } from '@cme/ui/router';

/** History state of an entry that opens an overlay. */
export const overlayState = { overlay: true } as const;

/** Whether this history entry opened an overlay on top of the page. */
export const isOverlayStep = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'overlay' in state;

/**
 * Closes the overlay whose state is in these query parameters. If it was opened from the page
 * this goes back, so that the back button does not reopen it; if it was opened by a deep link the
 * entry is replaced by the page.
 */
export function useCloseOverlay(...names: string[]): () => void {
  const [, setSearch] = useSearchParams();
  const { state } = useLocation();
  const stepBack = useStepBack();
  return () => {
    if (isOverlayStep(state)) return stepBack();
    setSearch(
      (params) => Object.fromEntries([...params].filter(([name]) => !names.includes(name))),
      {
        replace: true,
      },
    );
  };
}
