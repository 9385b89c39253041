import { useLocation, useNavigate } from '@cme/ui/router';
import { useStepBack } from '../step-back.ts';

/** What lies over the whole page on a phone. */
export interface SlidePage {
  show: boolean;
  content: 'person' | undefined;
}

const stateOf = (state: unknown): SlidePage['content'] =>
  typeof state === 'object' &&
  state !== null &&
  'slidePage' in state &&
  state.slidePage === 'person'
    ? 'person'
    : undefined;

/** It stands in a step of the history of its own: back closes it, and so does another page. */
export function useSlidePage(): SlidePage & {
  open: (content: 'person') => void;
  close: () => void;
} {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const close = useStepBack();
  const content = stateOf(state);
  const open = (next: 'person') =>
    void (content ?? navigate({ pathname, search, hash }, { state: { slidePage: next } }));
  return { show: content !== undefined, content, open, close };
}
