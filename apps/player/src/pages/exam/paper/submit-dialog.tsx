import type { ExamItem } from '@cme/contract/study';
import { Button, durationWords } from '@cme/ui';
import { parseTime } from '../clock/clock.ts';
import css from '../frame/exam.module.css';
import { words } from '../frame/exam.words.ts';
import paperCss from './paper.module.css';
import { isAnswered } from './paper.reducer.ts';
import type { SheetState } from '../sheet/sheet.reducer.ts';
import type { OpenAttempt } from '../attempt/use-attempt.ts';
import type { SubmitFailure, useSubmitExam } from './use-submit-exam.ts';
import { useSecondsLeft } from '../clock/use-seconds-left.ts';

interface Props extends ReturnType<typeof useSubmitExam> {
  open: OpenAttempt;
  state: SheetState;
  goTo: (position: number) => void;
  onCancel: () => void;
}

/** Confirmation of submitting, with the open questions by number. */
export function SubmitDialog({ open, state, goTo, onCancel, submit, isSending, failure }: Props) {
  const { attempt, clock } = open;
  const { items } = attempt;
  const unanswered = items.filter((item) => !isAnswered(item, state.answers[item.qid]));
  const marked = items.filter(({ qid }) => state.answers[qid]?.marked);
  const tooLong = items.filter(({ qid }) => state.tooLong.includes(qid));
  const early = useSecondsLeft(
    clock,
    attempt.min_seconds > 0 ? parseTime(attempt.started_at) + attempt.min_seconds * 1000 : 0,
  );
  const goToItem = (item: ExamItem) => goTo(items.indexOf(item));
  return (
    <>
      <p>{words.summary(items.length, items.length - unanswered.length)}</p>
      {unanswered.length > 0 ? (
        <Numbers name={words.openOnes(unanswered.length)} items={unanswered} onSelect={goToItem} />
      ) : (
        <p>{words.allDone}</p>
      )}
      {marked.length > 0 ? (
        <Numbers name={words.markedOnes(marked.length)} items={marked} onSelect={goToItem} />
      ) : null}
      {tooLong.length > 0 ? (
        <>
          <Numbers name={words.longOnes(tooLong.length)} items={tooLong} onSelect={goToItem} />
          <p className={css.refused}>{words.longHint}</p>
        </>
      ) : null}
      <p className={css.faint}>{words.final}</p>
      {early > 0 ? <p className={css.refused}>{words.tooEarly(durationWords(early))}</p> : null}
      {failure ? (
        <p role="alert" className={css.refused}>
          {failureText(failure)}
        </p>
      ) : null}
      <div className={paperCss.dialogButtons}>
        <Button variant="default" onClick={onCancel} data-autofocus>
          {words.goOn}
        </Button>
        <Button loading={isSending} disabled={early > 0} onClick={() => void submit()}>
          {words.confirm}
        </Button>
      </div>
    </>
  );
}

const failureText = (failure: SubmitFailure) =>
  failure.code === 'offline' ? words.notSent : failure.message;

function Numbers({
  name,
  items,
  onSelect,
}: {
  name: string;
  items: readonly ExamItem[];
  onSelect: (item: ExamItem) => void;
}) {
  return (
    <section className={paperCss.openOnes} aria-label={name}>
      <h3>{name}</h3>
      <ul>
        {items.map((item) => (
          <li key={item.qid}>
            <button
              type="button"
              className={paperCss.plain}
              aria-label={words.number(item.no)}
              onClick={() => onSelect(item)}
            >
              {item.no}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
