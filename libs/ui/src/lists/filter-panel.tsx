import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from '@cme/ui';
import { filterWords as words } from './filter.words.ts';

interface Props {
  children: ReactNode;
  onReset: () => void;
  /** Number of active filters, shown so that users who arrive with filters notice them. */
  count: number;
  /** Number of results; while it is unknown the sheet's button just says that it is done. */
  results?: number | undefined;
  /** Content before the button, always visible. */
  lead?: ReactNode;
}

const phone = '(max-width: 767.98px)';

type Shown = '' | 'rows' | 'sheet';

/** Collapsed filters: expanded inline where there is room, a bottom sheet on phones. */
export function FilterPanel({ children, onReset, count, results, lead }: Props) {
  const [shown, setShown] = useState<Shown>(count > 0 ? 'rows' : '');
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setShown('');
    opener.current?.focus();
  };
  const open = () => {
    if (globalThis.matchMedia(phone).matches) setShown('sheet');
    else setShown(shown === 'rows' ? '' : 'rows');
  };
  return (
    <div className="filters" data-shown={shown}>
      <div className="filters-lead">
        {lead}
        <button
          ref={opener}
          type="button"
          className="filters-open"
          aria-expanded={shown !== ''}
          onClick={open}
        >
          <Icon name="filter" />
          {words.filter}
          {count > 0 ? <span className="count">{count}</span> : null}
        </button>
      </div>
      <button
        type="button"
        className="filters-shade"
        tabIndex={-1}
        aria-label={words.close}
        onClick={close}
      />
      <Sheet isSheet={shown === 'sheet'} onClose={close}>
        <div className="filters-rows">{children}</div>
        <div className="filters-end">
          <button type="button" className="filters-reset" onClick={onReset} disabled={count === 0}>
            {words.reset}
          </button>
          <button type="button" className="filters-done" onClick={close}>
            {results === undefined ? words.done : words.results(results)}
          </button>
        </div>
      </Sheet>
    </div>
  );
}

interface SheetProps {
  /** A bottom sheet instead of an inline panel. */
  isSheet: boolean;
  onClose: () => void;
  children: ReactNode;
}

function Sheet({ isSheet, onClose, children }: SheetProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const box = sheet.current;
    if (!isSheet || !box) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close.current();
      if (event.key === 'Tab') keepFocusInside(event, box);
    };
    box.focus();
    box.addEventListener('keydown', onKeyDown);
    return () => box.removeEventListener('keydown', onKeyDown);
  }, [isSheet]);
  return (
    <div
      ref={sheet}
      className="filters-sheet"
      tabIndex={-1}
      role={isSheet ? 'dialog' : 'group'}
      aria-modal={isSheet || undefined}
      aria-label={words.filter}
    >
      {children}
    </div>
  );
}

function keepFocusInside(event: KeyboardEvent, box: HTMLElement): void {
  const focusable = [
    ...box.querySelectorAll<HTMLElement>('button:not(:disabled), a[href], input'),
  ].filter((stop) => stop.offsetParent !== null);
  const edge = event.shiftKey ? focusable[0] : focusable.at(-1);
  if (!edge || (document.activeElement !== edge && document.activeElement !== box)) return;
  event.preventDefault();
  (event.shiftKey ? focusable.at(-1) : focusable[0])?.focus();
}
