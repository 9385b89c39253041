import { words } from '../../components/words.ts';
import css from './myexam.module.css';

/** The best score on a scale with a mark at the passing score. */
export function ScoreBar({ best, pass, total }: { best: number; pass: number; total: number }) {
  const formatPercent = (value: number) =>
    `${total > 0 ? Math.min(100, (value / total) * 100) : 0}%`;
  const isPassed = best >= pass;
  const label = `${words.exam.best} ${best} 分，${pass} 分合格，${isPassed ? words.exam.passed : words.exam.failed}`;
  return (
    <div className={css.score} data-passed={isPassed} role="img" aria-label={label}>
      <p aria-hidden="true">
        {words.exam.best} <strong>{best}</strong>
      </p>
      <div className={css.scale} aria-hidden="true">
        <div className={css.bar} style={{ width: formatPercent(best) }} />
        <i style={{ left: formatPercent(pass) }} />
      </div>
      <small aria-hidden="true">{isPassed ? words.exam.passed : words.exam.failed}</small>
    </div>
  );
}
