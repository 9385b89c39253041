import { type KeyboardEvent, type ReactNode, useId } from 'react';

interface Props<Name extends string> {
  /** What the tabs are tabs of, for those who hear the page. */
  label: string;
  titles: Readonly<Record<Name, string>>;
  value: Name;
  onChange: (name: Name) => void;
  /** Of those tabs that have something to count. */
  counts?: Readonly<Partial<Record<Name, number | undefined>>> | undefined;
  /** The chosen tab's content. */
  children: ReactNode;
  className?: string;
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs and the panel under them. Arrow keys move between the tabs; where the choice is kept is
 * the page's matter. */
export function TabList<Name extends string>({
  label,
  titles,
  value,
  onChange,
  counts,
  children,
  className,
}: Props<Name>) {
  const id = useId();
  const names = Object.keys(titles) as Name[];
  const moveFocus = ({ key }: KeyboardEvent) => {
    const step = steps[key];
    const next = step && names[(names.indexOf(value) + step + names.length) % names.length];
    if (!next) return;
    onChange(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <div className={className}>
      <div role="tablist" aria-label={label} className="tab-list">
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
        className="tab-panel"
      >
        {children}
      </div>
    </div>
  );
}
