import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from '../icon.tsx';
import { words } from '../words.ts';

interface Props {
  children: ReactNode;
  onReset: () => void;
  /** How many filters are set. */
  count: number;
}

/** Filter rows: open on the page where there is room, a sheet from the bottom on phones. */
export function FilterPanel({ children, onReset, count }: Props) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  useEffect(() => {
    const box = sheet.current;
    if (!isOpen || !box) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
      if (event.key === 'Tab') keepInside(event, box);
    };
    box.focus();
    box.addEventListener('keydown', onKeyDown);
    return () => box.removeEventListener('keydown', onKeyDown);
  }, [isOpen]);
  return (
    <div className="filters" data-open={isOpen}>
      <button ref={opener} type="button" className="filters-open" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        <Icon name="filter" />
        {words.filter}
        {count > 0 ? <span className="count">{count}</span> : null}
      </button>
      <button type="button" className="filters-shade" tabIndex={-1} aria-label={words.close} onClick={close} />
      <div ref={sheet} className="filters-sheet" tabIndex={-1} role={isOpen ? 'dialog' : 'group'} aria-modal={isOpen || undefined} aria-label={words.filter}>
        <div className="filters-rows">{children}</div>
        <div className="filters-end">
          <button type="button" className="filters-reset" onClick={onReset} disabled={count === 0}>{words.reset}</button>
          <button type="button" className="filters-done" onClick={close}>{words.done}</button>
        </div>
      </div>
    </div>
  );
}

function keepInside(event: KeyboardEvent, box: HTMLElement): void {
  const stops = [...(box.querySelectorAll<HTMLElement>('button:not(:disabled), a[href], input'))].filter((stop) => stop.offsetParent !== null);
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  if (!edge || (document.activeElement !== edge && document.activeElement !== box)) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
}
