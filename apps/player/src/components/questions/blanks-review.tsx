import { Icon } from '@cme/ui';
import css from './blanks-review.module.css';
import type { ReviewProps } from './question.ts';
import reviewCss from './review.module.css';
import { describeStem } from './stem.ts';
import { words } from './question.words.ts';

/** Each blank with the learner's text, and with what was accepted if available. */
export function BlanksReview({ item }: ReviewProps) {
  const { blanks, my, blank_results } = item;
  const { columns, results } = words;
  return (
    <>
      <p className={reviewCss.stem}>{describeStem(item)}</p>
      <table className={css.blanks}>
        <thead>
          <tr>
            <th scope="col">{columns.blank}</th>
            <th scope="col">{words.my}</th>
            {blank_results ? (
              <>
                <th scope="col">{columns.result}</th>
                <th scope="col">{words.rightAnswer}</th>
              </>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {blanks?.around.slice(1).map((_, at) => {
            const result = blank_results?.[at];
            const text = (my[at] ?? '').trim();
            return (
              <tr key={at} data-right={result?.is_right}>
                <th scope="row">{words.blank(at + 1)}</th>
                <td data-empty={text === ''}>{text || words.emptyBlank}</td>
                {result ? (
                  <>
                    <td className={css.result}>
                      <Icon name={result.is_right === 'Y' ? 'check' : 'refuse'} size={18} />
                      {results[result.is_right]}
                    </td>
                    <td>{result.accepted.join(words.or)}</td>
                  </>
                ) : null}
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}
