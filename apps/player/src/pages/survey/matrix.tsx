import type { SurveyQuestion } from '@cme/contract/study';
import { findColumn } from './answer-errors.ts';
import css from './survey.module.css';

interface Props {
  question: SurveyQuestion;
  answer: readonly string[];
  give: (answer: readonly string[]) => void;
}

/**
 * Rows rated on the same scale: a grid on wide screens, stacked groups on phones. Each row is a
 * radio group of its own, so that screen readers get the same structure.
 */
export function Matrix({ question: { qid, rows, options }, answer, give }: Props) {
  const choose = (row: string, column: string) =>
    give([...answer.filter((cell) => !cell.startsWith(`${row}:`)), `${row}:${column}`]);
  return (
    <div className={css.matrix} style={{ '--columns': options.length } as React.CSSProperties}>
      <p className={css.matrixHead} aria-hidden="true">
        <span />
        {options.map(({ key, text }) => (
          <span key={key}>{text}</span>
        ))}
      </p>
      {rows.map((row) => (
        <div key={row.key} role="radiogroup" aria-label={row.text} className={css.matrixRow}>
          <span className={css.rowName} aria-hidden="true">
            {row.text}
          </span>
          {options.map(({ key, text }) => (
            <label key={key} className={css.cell}>
              <input
                type="radio"
                name={`${qid}-${row.key}`}
                checked={findColumn(answer, row.key) === key}
                onChange={() => choose(row.key, key)}
              />
              <span>{text}</span>
            </label>
          ))}
        </div>
      ))}
    </div>
  );
}
