import type { LearnMonth } from '@cme/contract/study';
import { studyTimeWords } from '@cme/ui';
import css from './myfile.module.css';
import { myfileWords as words } from './myfile.words.ts';

const width = 36;
const height = 150;
const foot = 30;
const gap = 10;

/** A year's study as twelve bars with their hours; the table below has the same data. */
export function MonthChart({ year, months }: { year: number; months: readonly LearnMonth[] }) {
  const maxSeconds = Math.max(1, ...months.map(({ seconds }) => seconds));
  const description = months
    .filter(({ seconds }) => seconds > 0)
    .map(({ month, seconds }) => `${words.monthName(month)}${studyTimeWords(seconds)}`)
    .join('，');
  return (
    <svg
      className={css.chart}
      viewBox={`0 0 ${12 * (width + gap)} ${height + foot}`}
      role="img"
      aria-label={words.chart(year, description)}
    >
      <line x1="0" x2={12 * (width + gap)} y1={height} y2={height} className={css.axis} />
      {months.map(({ month, seconds }, index) => {
        const size = (seconds / maxSeconds) * (height - 32);
        const x = index * (width + gap) + gap / 2;
        return (
          <g key={month}>
            <rect x={x} y={height - size} width={width} height={size} rx="3" className={css.bar} />
            {seconds > 0 ? (
              <text x={x + width / 2} y={height - size - 6} textAnchor="middle">
                {formatHours(seconds)}
              </text>
            ) : null}
            <text x={x + width / 2} y={height + foot - 7} textAnchor="middle">
              {month}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** One decimal is enough for a bar. */
const formatHours = (seconds: number): string =>
  seconds < 360 ? '<0.1' : String(Math.round(seconds / 360) / 10);
