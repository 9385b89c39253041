import type { ExamItem } from '@cme/contract';
import { Button, durationWords } from '@cme/ui';
import { isAnswered } from './answer-card.tsx';
import { momentOf } from './clock.ts';
import css from './exam.module.css';
import { words } from './exam.words.ts';
import type { SheetState } from './sheet.ts';
import type { useHandIn } from './use-hand-in.ts';
import { useLeft } from './use-left.ts';
import type { Seated } from './use-sitting.ts';

interface Props extends ReturnType<typeof useHandIn> {
  seated: Seated;
  state: SheetState;
  go: (at: number) => void;
  stay: () => void;
}

/** What is still open, by number, before the paper leaves the hand. */
export function HandIn({ seated, state, go, stay, handIn, isSending, failure }: Props) {
  const { attempt, clock } = seated;
  const { items } = attempt;
  const open = items.filter(({ qid }) => !isAnswered(state.given[qid]));
  const marked = items.filter(({ qid }) => state.given[qid]?.marked);
  const early = useLeft(
    clock,
    attempt.min_seconds > 0 ? momentOf(attempt.started_at) + attempt.min_seconds * 1000 : 0,
  );
  const goTo = (item: ExamItem) => go(items.indexOf(item));
  return (
    <>
      <p>{words.summary(items.length, items.length - open.length)}</p>
      {open.length > 0 ? (
        <Numbers name={words.openOnes(open.length)} items={open} go={goTo} />
      ) : (
        <p>{words.allDone}</p>
      )}
      {marked.length > 0 ? (
        <Numbers name={words.markedOnes(marked.length)} items={marked} go={goTo} />
      ) : null}
      <p className={css.faint}>{words.final}</p>
      {early > 0 ? <p className={css.refused}>{words.tooEarly(durationWords(early))}</p> : null}
      {failure ? (
        <p role="alert" className={css.refused}>
          {failure}
        </p>
      ) : null}
      <div className={css.dialogButtons}>
        <Button variant="default" onClick={stay} data-autofocus>
          {words.goOn}
        </Button>
        <Button loading={isSending} disabled={early > 0} onClick={() => void handIn()}>
          {words.confirm}
        </Button>
      </div>
    </>
  );
}

function Numbers({
  name,
  items,
  go,
}: {
  name: string;
  items: readonly ExamItem[];
  go: (item: ExamItem) => void;
}) {
  return (
    <section className={css.openOnes} aria-label={name}>
      <h3>{name}</h3>
      <ul>
        {items.map((item) => (
          <li key={item.qid}>
            <button
              type="button"
              className={css.plain}
              aria-label={words.number(item.no)}
              onClick={() => go(item)}
            >
              {item.no}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
