import type { ExamItem } from '@cme/contract/study';
import { getQuestionKind } from '../../../components/questions/question-kinds.tsx';
import { words } from '../frame/exam.words.ts';
import css from './question.module.css';

interface Props {
  item: ExamItem;
  items: readonly ExamItem[];
  answer: readonly string[];
  give: (answer: string[]) => void;
}

/** A question with its number, points and input. */
export function Question({ item, items, answer, give }: Props) {
  const { getHint, Answering } = getQuestionKind(item.type);
  const hint = getHint(item);
  return (
    <>
      <Shared item={item} items={items} />
      <p className={css.kind}>
        <span>{words.numberOf(item.no, items.length)}</span>
        <span className={css.kindName}>{item.type_name}</span>
        <span>{words.points(item.score)}</span>
        {hint ? <span className={css.hint}>{hint}</span> : null}
      </p>
      <Answering item={item} answer={answer} give={give} />
    </>
  );
}

/** The stem or the options that several questions share. */
function Shared({ item, items }: Pick<Props, 'item' | 'items'>) {
  if (!item.group_stem) return null;
  const numbers = items.filter(({ group_id }) => group_id === item.group_id).map(({ no }) => no);
  const name = getQuestionKind(item.type).describeGroup(Math.min(...numbers), Math.max(...numbers));
  return (
    <div className={css.shared}>
      <h2>{name}</h2>
      <p>{item.group_stem}</p>
    </div>
  );
}
