import type { ExamItem } from '@cme/contract/study';
import css from './answer-card.module.css';
import { words } from '../frame/exam.words.ts';
import { isAnswered } from './paper.reducer.ts';
import type { Answer } from '../sheet/sheet.reducer.ts';

interface Props {
  items: readonly ExamItem[];
  answers: Readonly<Record<string, Answer>>;
  current: number;
  goTo: (position: number) => void;
}

const { states } = words;

/** All questions by type; each state has its own colour and shape. */
export function AnswerCard({ items, answers, current, goTo }: Props) {
  const types = new Map(items.map(({ type, type_name }) => [type, type_name]));
  const answered = items.filter((item) => isAnswered(item, answers[item.qid])).length;
  return (
    <>
      <p className={css.cardCount}>{words.answeredOf(answered, items.length)}</p>
      {[...types].map(([type, name]) => (
        <section key={type}>
          <h3 className={css.cardType}>{name}</h3>
          <ol className={css.numbers}>
            {items.map((item, index) =>
              item.type === type ? (
                <li key={item.qid}>
                  <Cell
                    item={item}
                    answer={answers[item.qid]}
                    isCurrent={index === current}
                    onSelect={() => goTo(index)}
                  />
                </li>
              ) : null,
            )}
          </ol>
        </section>
      ))}
      <Legend />
    </>
  );
}

function Cell({
  item,
  answer,
  isCurrent,
  onSelect,
}: {
  item: ExamItem;
  answer: Answer | undefined;
  isCurrent: boolean;
  onSelect: () => void;
}) {
  const isDone = isAnswered(item, answer);
  const label = [
    words.number(item.no),
    isDone ? states.done : states.open,
    ...(answer?.marked ? [states.marked] : []),
  ].join('，');
  return (
    <button
      type="button"
      className={css.number}
      data-done={isDone}
      data-marked={answer?.marked ?? false}
      data-current={isCurrent}
      aria-current={isCurrent ? 'step' : undefined}
      aria-label={label}
      onClick={onSelect}
    >
      {item.no}
    </button>
  );
}

function Legend() {
  return (
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
  );
}
