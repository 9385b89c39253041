import { useLocation, useNavigate } from '@cme/ui/router';
import { useStepBack } from './step-back.ts';

const contents = ['person', 'menu', 'search', 'browser'] as const;
export type SlidePageContent = (typeof contents)[number];

/** A page that covers the whole screen on phones. */
export interface SlidePage {
  show: boolean;
  content: SlidePageContent | undefined;
}

const contentOf = (state: unknown): SlidePage['content'] =>
  typeof state === 'object' && state !== null && 'slidePage' in state
    ? contents.find((content) => content === state.slidePage)
    : undefined;

/** It has its own history entry: the back button and navigation close it. */
export function useSlidePage(): SlidePage & {
  open: (content: SlidePageContent) => void;
  close: () => void;
} {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const close = useStepBack();
  const content = contentOf(state);
  const open = (next: SlidePageContent) =>
    void (content ?? navigate({ pathname, search, hash }, { state: { slidePage: next } }));
  return { show: content !== undefined, content, open, close };
}
