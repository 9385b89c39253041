import type { ExamItem } from '@cme/contract/study';
import { lazyPart, Skeleton } from '@cme/ui';
import { words } from '../frame/exam.words.ts';
import css from './question.module.css';

interface Props {
  item: ExamItem;
  items: readonly ExamItem[];
  answer: readonly string[];
  choose: (key: string) => void;
  write: (text: string) => void;
}

const Essay = lazyPart(
  async () => (await import(/* webpackChunkName: "paper-parts" */ './essay.tsx')).Essay,
  { waiting: <Skeleton height={240} /> },
);

/** The options. A statement without options is true or false. */
export function listOptions({
  type,
  options,
}: Pick<ExamItem, 'type' | 'options'>): ExamItem['options'] {
  return type === 'J' && options.length === 0
    ? [
        { key: 'Y', text: words.right },
        { key: 'N', text: words.wrong },
      ]
    : options;
}

const toLetter = (at: number): string => String.fromCharCode(65 + at);

/** A question: a group of radio buttons or checkboxes named by its stem, or a text field. */
export function Question({ item, items, answer, choose, write }: Props) {
  const { no, type, type_name, stem, score, image } = item;
  const isSeveral = type === 'X';
  return (
    <>
      <Shared item={item} items={items} />
      <p className={css.kind}>
        <span>{words.numberOf(no, items.length)}</span>
        <span className={css.kindName}>{type_name}</span>
        <span>{words.points(score)}</span>
        {isSeveral ? <span className={css.severalHint}>{words.severalHint}</span> : null}
      </p>
      <fieldset className={css.fieldset}>
        <legend className={css.stem}>{stem}</legend>
        {image ? <img className={css.image} src={image} alt={words.picture} /> : null}
        {type === 'SA' ? (
          <Essay text={answer[0] ?? ''} write={write} />
        ) : (
          listOptions(item).map(({ key, text }, index) => (
            <label key={key} className={css.option} data-chosen={answer.includes(key)}>
              <input
                type={isSeveral ? 'checkbox' : 'radio'}
                name={item.qid}
                value={key}
                checked={answer.includes(key)}
                onChange={() => choose(key)}
              />
              {type === 'J' ? null : <span className={css.letter}>{`${toLetter(index)}.`}</span>}
              <span>{text}</span>
            </label>
          ))
        )}
      </fieldset>
    </>
  );
}

/** The stem or the options that several questions share. */
function Shared({ item, items }: Pick<Props, 'item' | 'items'>) {
  if (!item.group_stem) return null;
  const numbers = items.filter(({ group_id }) => group_id === item.group_id).map(({ no }) => no);
  const name = item.type === 'B1' ? words.sharedOptions : words.sharedStem;
  return (
    <div className={css.shared}>
      <h2>{name(Math.min(...numbers), Math.max(...numbers))}</h2>
      <p>{item.group_stem}</p>
    </div>
  );
}
