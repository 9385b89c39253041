import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';

interface Props<Name extends string> {
  /** Accessible name of the tab list. */
  label: string;
  titles: Readonly<Record<Name, string>>;
  value: Name;
  onChange: (name: Name) => void;
  /** Badges of tabs that have a count. */
  counts?: Readonly<Partial<Record<Name, number | undefined>>> | undefined;
  /** The content is still that of another tab or page. */
  isBusy?: boolean;
  /** Content of the selected tab. */
  children: ReactNode;
  className?: string;
}

const keySteps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs and their panel. Arrow keys move between tabs; the page owns the selection. */
export function TabList<Name extends string>({
  label,
  titles,
  value,
  onChange,
  counts,
  isBusy,
  children,
  className,
}: Props<Name>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const countsKey = JSON.stringify(counts);
  // On phones the tabs may be wider than the screen: scrolls the selected one into view, again when
  // counts arrive, because they widen the tabs.
  useEffect(() => {
    const selected = list.current?.querySelector('[aria-selected="true"]');
    if (!list.current || !selected) return;
    const frame = list.current.getBoundingClientRect();
    const tab = selected.getBoundingClientRect();
    list.current.scrollLeft += tab.left - frame.left - (frame.width - tab.width) / 2;
  }, [value, countsKey]);
  const names = Object.keys(titles) as Name[];
  const moveFocus = ({ key }: KeyboardEvent) => {
    const step = keySteps[key];
    const next = step && names[(names.indexOf(value) + step + names.length) % names.length];
    if (!next) return;
    onChange(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <div className={className}>
      <div ref={list} role="tablist" aria-label={label} className="tab-list">
        {names.map((name) => (
          <button
            key={name}
            id={`${id}-${name}`}
            type="button"
            role="tab"
            aria-selected={name === value}
            aria-controls={`${id}-panel`}
            tabIndex={name === value ? 0 : -1}
            onClick={() => onChange(name)}
            onKeyDown={moveFocus}
          >
            {titles[name]}
            {counts?.[name] !== undefined ? (
              <span className="tab-count" aria-hidden="true">
                {counts[name]}
              </span>
            ) : null}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${value}`}
        aria-busy={isBusy}
        className="tab-panel"
        data-title={titles[value]}
      >
        {children}
      </div>
    </div>
  );
}
