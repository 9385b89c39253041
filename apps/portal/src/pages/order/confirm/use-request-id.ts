import { useLocation, useNavigate } from '@cme/ui/router';
import { useEffect, useRef } from 'react';

const createId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

interface HistoryState {
  request_id?: string;
}

/**
 * An idempotency key stored in the history entry of this visit: it survives a second click, a
 * lost response, a reload and the back button, so that the server creates one order.
 */
export function useRequestId() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const id = useRef('');
  id.current ||= (state as HistoryState | null)?.request_id ?? createId();
  useEffect(() => {
    if ((state as HistoryState | null)?.request_id !== id.current)
      void navigate(pathname + search, {
        replace: true,
        state: { request_id: id.current },
        preventScrollReset: true,
      });
  }, [navigate, pathname, search, state]);
  const renewId = () => {
    id.current = createId();
    void navigate(pathname + search, {
      replace: true,
      state: { request_id: id.current },
      preventScrollReset: true,
    });
    return id.current;
  };
  return { current: () => id.current, renew: renewId };
}
