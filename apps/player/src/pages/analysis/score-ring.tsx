import type { Analysis } from './analysis.queries.ts';
import { words } from './analysis.words.ts';
import css from './score-ring.module.css';

const radius = 52;
const circumference = 2 * Math.PI * radius;

/** The score as a ring with a mark at the passing score. */
export function ScoreRing({ analysis }: { analysis: Analysis }) {
  const { score, total_score, pass_score, result, attempt_status } = analysis;
  const isReviewing = attempt_status === 'reviewing';
  const resultText = isReviewing ? words.reviewing : (words.verdict[result] ?? '');
  const share = total_score > 0 ? Math.min(1, score / total_score) : 0;
  const pass = total_score > 0 ? pass_score / total_score : 0;
  return (
    <figure className={css.ring} data-result={result}>
      <div className={css.drawing}>
        <svg
          viewBox="0 0 128 128"
          role="img"
          aria-label={
            isReviewing
              ? words.ringOpen(total_score, pass_score)
              : words.ring(score, total_score, pass_score, resultText)
          }
        >
          <circle className={css.track} cx="64" cy="64" r={radius} />
          <circle
            className={css.got}
            cx="64"
            cy="64"
            r={radius}
            strokeDasharray={`${circumference * share} ${circumference}`}
            transform="rotate(-90 64 64)"
          />
          <line
            className={css.notch}
            x1="64"
            y1="3"
            x2="64"
            y2="21"
            transform={`rotate(${pass * 360} 64 64)`}
          />
        </svg>
        <p className={css.figures} aria-hidden="true">
          <span>{words.score}</span>
          <strong>{isReviewing ? '—' : score}</strong>
          <span>{words.outOf(total_score)}</span>
        </p>
      </div>
      <figcaption>
        <strong className={css.verdict}>{resultText}</strong>
        <span>{words.passLine(pass_score)}</span>
      </figcaption>
    </figure>
  );
}
