/** A progress indicator of steps; `current` is zero-based. */
export function Steps({
  steps,
  current,
  label,
}: {
  steps: readonly string[];
  current: number;
  label: string;
}) {
  return (
    <ol className="steps" aria-label={label}>
      {steps.map((name, at) => (
        <li
          key={name}
          data-state={at < current ? 'done' : at === current ? 'now' : 'later'}
          aria-current={at === current ? 'step' : undefined}
        >
          <span className="step-mark" aria-hidden="true">
            {at < current ? '✓' : at + 1}
          </span>
          <span>{name}</span>
        </li>
      ))}
    </ol>
  );
}
