import type { ExamItem } from '@cme/contract/study';
import { ChoiceReview } from './choice-review.tsx';
import type { AnsweringProps, QuestionKind } from './question.ts';
import css from './question.module.css';
import { Picture, QuestionFrame } from './question-frame.tsx';
import { words } from './question.words.ts';

interface Choice {
  isMultiple?: boolean;
  /** True or false: no letters. */
  isStatement?: boolean;
  describeGroup?: QuestionKind['describeGroup'];
}

/** A question with options: radio buttons, or checkboxes if several are right. */
export function createChoice({
  isMultiple = false,
  isStatement = false,
  describeGroup = words.sharedStem,
}: Choice = {}): QuestionKind {
  const listOptions = ({ options }: ExamItem) =>
    isStatement && options.length === 0 ? judgements : options;
  const choose = (chosen: readonly string[], key: string) => {
    if (!isMultiple) return chosen[0] === key ? undefined : [key];
    return chosen.includes(key) ? chosen.filter((other) => other !== key) : [...chosen, key];
  };
  return {
    getHint: () => (isMultiple ? words.severalHint : ''),
    describeGroup,
    listOptions,
    choose,
    isAnswered: (_, answer) => answer.length > 0,
    Answering: ({ item, answer, give }: AnsweringProps) => (
      <QuestionFrame stem={item.stem}>
        <Picture image={item.image} />
        {listOptions(item).map(({ key, text }, index) => (
          <label key={key} className={css.option} data-chosen={answer.includes(key)}>
            <input
              type={isMultiple ? 'checkbox' : 'radio'}
              name={item.qid}
              value={key}
              checked={answer.includes(key)}
              onChange={() => {
                const next = choose(answer, key);
                if (next) give(next);
              }}
            />
            {isStatement ? null : <span className={css.letter}>{`${toLetter(index)}.`}</span>}
            <span>{text}</span>
          </label>
        ))}
      </QuestionFrame>
    ),
    Review: ({ item }) => <ChoiceReview item={item} isStatement={isStatement} />,
  };
}

/** A statement without options is true or false. */
const judgements = [
  { key: 'Y', text: words.right },
  { key: 'N', text: words.wrong },
];

const toLetter = (at: number): string => String.fromCharCode(65 + at);
