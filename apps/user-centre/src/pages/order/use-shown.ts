import { useSearchParams } from '@cme/ui/router';

const dialogs = ['detail', 'cancel', 'refund', 'invoice', 'hide'] as const;
export type Dialog = (typeof dialogs)[number];

/** The dialog above the list and the order it is about, kept in the address: a link opens it, back closes it. */
export function useShown() {
  const [search, setSearch] = useSearchParams();
  const dialog = dialogs.find((name) => name === search.get('show'));
  const code = search.get('code') ?? '';
  const show = (name: Dialog, order_code: string) => setSearch((now) => ({ ...Object.fromEntries(now), show: name, code: order_code }));
  const close = () =>
    setSearch((now) => {
      const { show: _, code: __, ...rest } = Object.fromEntries(now);
      return rest;
    }, { replace: true });
  return { dialog: code ? dialog : undefined, code, show, close };
}
