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
      {steps.map((name, index) => (
        <li
          key={name}
          data-state={index < current ? 'done' : index === current ? 'now' : 'later'}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className="step-mark" aria-hidden="true">
            {index < current ? '✓' : index + 1}
          </span>
          <span>{name}</span>
        </li>
      ))}
    </ol>
  );
}
