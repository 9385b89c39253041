import { type Space, toSpace } from './space.ts';

interface Props {
  /** Percent. */
  value: number;
  'aria-label': string;
  color?: 'green' | 'site' | undefined;
  size?: 'sm' | 'md';
  mt?: Space;
}

/** A progress bar. */
export function Progress({ value, 'aria-label': label, color, size = 'md', mt }: Props) {
  return (
    <div className="progress" data-size={size} style={{ marginTop: toSpace(mt) }}>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={value}
        aria-valuetext={`${value}%`}
        data-color={color}
        style={{ width: `${value}%` }}
      />
    </div>
  );
}
