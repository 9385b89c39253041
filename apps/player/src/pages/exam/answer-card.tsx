import type { ExamItem } from '@cme/contract';
import css from './exam.module.css';
import { words } from './exam.words.ts';
import type { Given } from './sheet.ts';

interface Props {
  items: readonly ExamItem[];
  given: Readonly<Record<string, Given>>;
  current: number;
  go: (at: number) => void;
}

const { states } = words;
export const isAnswered = (given: Given | undefined): boolean => (given?.answer.length ?? 0) > 0;

/** All questions by type; each state has a colour and a shape of its own. */
export function AnswerCard({ items, given, current, go }: Props) {
  const types = [...new Set(items.map(({ type_name }) => type_name))];
  const answered = items.filter(({ qid }) => isAnswered(given[qid])).length;
  return (
    <>
      <p className={css.cardCount}>{words.answeredOf(answered, items.length)}</p>
      {types.map((type) => (
        <section key={type}>
          <h3 className={css.cardType}>{type}</h3>
          <ol className={css.numbers}>
            {items.map((item, at) =>
              item.type_name === type ? (
                <li key={item.qid}>
                  <Cell
                    item={item}
                    given={given[item.qid]}
                    isCurrent={at === current}
                    go={() => go(at)}
                  />
                </li>
              ) : null,
            )}
          </ol>
        </section>
      ))}
      <ul className={css.legend} aria-hidden="true">
        <li>
          <span className={css.number} />
          {states.open}
        </li>
        <li>
          <span className={css.number} data-done="true" />
          {states.done}
        </li>
        <li>
          <span className={css.number} data-marked="true" />
          {states.marked}
        </li>
        <li>
          <span className={css.number} data-current="true" />
          {states.current}
        </li>
      </ul>
    </>
  );
}

function Cell({
  item,
  given,
  isCurrent,
  go,
}: {
  item: ExamItem;
  given: Given | undefined;
  isCurrent: boolean;
  go: () => void;
}) {
  const isDone = isAnswered(given);
  const said = [
    words.number(item.no),
    isDone ? states.done : states.open,
    ...(given?.marked ? [states.marked] : []),
  ].join('，');
  return (
    <button
      type="button"
      className={css.number}
      data-done={isDone}
      data-marked={given?.marked ?? false}
      data-current={isCurrent}
      aria-current={isCurrent ? 'step' : undefined}
      aria-label={said}
      onClick={go}
    >
      {item.no}
    </button>
  );
}
