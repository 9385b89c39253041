import { useLocation, useSearchParams } from '@cme/ui/router';
import { overlayState, useCloseOverlay } from '../../components/use-overlay.ts';

const dialogs = ['detail', 'cancel', 'refund', 'invoice', 'hide'] as const;
export type DialogName = (typeof dialogs)[number];

/** The dialog above the list and the order it is about, kept in the address: a link opens it,
 * back closes it. */
export function useOrderDialog() {
  const [search, setSearch] = useSearchParams();
  const dialog = dialogs.find((name) => name === search.get('show'));
  const code = search.get('code') ?? '';
  const { state } = useLocation();
  const isOpen = dialog !== undefined && code !== '';
  // One dialog follows another in its place: back leads to the list from either.
  const show = (name: DialogName, order_code: string) =>
    setSearch(
      (now) => ({ ...Object.fromEntries(now), show: name, code: order_code }),
      isOpen ? { replace: true, state } : { state: overlayState },
    );
  const close = useCloseOverlay('show', 'code');
  return { dialog: isOpen ? dialog : undefined, code, show, close };
}
