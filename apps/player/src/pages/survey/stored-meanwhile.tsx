import type { Survey, SurveyQuestion } from '@cme/contract/study';
import { findColumn } from './answer-errors.ts';
import type { Draft } from './draft.ts';
import css from './stored-meanwhile.module.css';
import { words } from './survey.words.ts';

interface Props {
  questions: readonly SurveyQuestion[];
  stored: Survey['answers'];
  draft: Draft;
}

/** Another page has submitted the survey meanwhile: the stored answers that differ from this page. */
export function StoredMeanwhile({ questions, stored, draft }: Props) {
  const storedBy = new Map(stored.map(({ qid, answer }) => [qid, answer]));
  const rows = questions.flatMap((question, index) => {
    const lines = describeAnswer(question, storedBy.get(question.qid) ?? []);
    const own = describeAnswer(question, draft[question.qid] ?? []);
    return lines.join() === own.join() ? [] : [{ question, no: index + 1, lines }];
  });
  return (
    <div role="alert" className={css.meanwhile}>
      <h2>{words.meanwhile}</h2>
      <p>{words.meanwhileHint}</p>
      {rows.length > 0 ? (
        <dl>
          {rows.map(({ question, no, lines }) => (
            <div key={question.qid}>
              <dt>{`${words.numberOf(no)} ${question.stem}`}</dt>
              {lines.map((line) => (
                <dd key={line}>{line}</dd>
              ))}
            </div>
          ))}
        </dl>
      ) : (
        <p>{words.nothingDiffers}</p>
      )}
    </div>
  );
}

/** An answer as text, in the order of the options. */
function describeAnswer(
  { type, options, rows }: SurveyQuestion,
  answer: readonly string[],
): readonly string[] {
  const textOf = (key: string | undefined) =>
    options.find((option) => option.key === key)?.text ?? words.unanswered;
  if (answer.every((text) => text.trim() === '')) return [words.unanswered];
  if (type === 'text') return answer;
  if (type === 'matrix')
    return rows.map(({ key, text }) => words.rowAnswer(text, textOf(findColumn(answer, key))));
  return options.filter(({ key }) => answer.includes(key)).map(({ text }) => text);
}
