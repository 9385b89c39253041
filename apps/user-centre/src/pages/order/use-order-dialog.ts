import { useLocation, useSearchParams } from '@cme/ui/router';
import { overlayState, useCloseOverlay } from '../../components/use-overlay.ts';

const dialogs = ['detail', 'cancel', 'refund', 'invoice', 'hide'] as const;
export type DialogName = (typeof dialogs)[number];

/** The dialog above the list and its order, kept in the URL: deep links open it, back closes it. */
export function useOrderDialog() {
  const [search, setSearch] = useSearchParams();
  const dialog = dialogs.find((name) => name === search.get('show'));
  const code = search.get('code') ?? '';
  const { state } = useLocation();
  const isOpen = dialog !== undefined && code !== '';
  // A following dialog replaces the history entry, so that back leads to the list from either.
  const showDialog = (name: DialogName, orderCode: string) =>
    setSearch(
      (now) => ({ ...Object.fromEntries(now), show: name, code: orderCode }),
      isOpen ? { replace: true, state } : { state: overlayState },
    );
  const close = useCloseOverlay('show', 'code');
  return { dialog: isOpen ? dialog : undefined, code, show: showDialog, close };
}
