import { Button, lazyPart } from '@cme/ui';
import { AnswerCard } from './answer-card.tsx';
import { ExamStatus } from './exam-status.tsx';
import { words } from '../frame/exam.words.ts';
import css from './paper.module.css';
import { Question } from './question.tsx';
import questionCss from './question.module.css';
import type { OpenAttempt } from '../attempt/use-attempt.ts';
import { type PaperModel, usePaper } from './use-paper.ts';
import type { PaperDialogModel } from './use-paper-dialog.ts';

// Loaded right after the first question, so that they are available when the network is lost.
const PaperDialogs = lazyPart(
  async () =>
    (await import(/* webpackChunkName: "paper-parts" */ './paper-dialogs.tsx')).PaperDialogs,
);

interface Props {
  open: OpenAttempt;
  dialog: PaperDialogModel;
  onFinished: () => void;
  onTakeOver: () => void;
}

/** The exam: one question, the answer card and the timer. */
export function Paper({ open, dialog, onFinished, onTakeOver }: Props) {
  const model = usePaper(open, dialog, onFinished);
  const { state, paper, item, isPhone, isStopped, goTo } = model;
  const { items } = open.attempt;
  if (!item) return null;
  const card = (
    <AnswerCard items={items} answers={state.answers} current={paper.position} goTo={goTo} />
  );
  return (
    <div className={css.paper} data-hall inert={isStopped}>
      <Header {...model} />
      <Notices {...model} />
      <div className={css.columns}>
        <main id="main" className={css.main}>
          <CurrentQuestion model={model} item={item} />
          <Steps model={model} item={item} />
          {isPhone ? null : <KeyHelp />}
        </main>
        {isPhone ? null : (
          <aside className={css.aside} aria-labelledby="answer-card">
            <h2 id="answer-card">{words.card}</h2>
            {card}
          </aside>
        )}
      </div>
      <PaperDialogs model={model} card={card} onTakeOver={onTakeOver} />
    </div>
  );
}

function Header({ open: { attempt, clock }, state, onTick, openSubmit }: PaperModel) {
  return (
    <header className={css.bar}>
      <div className={css.name}>
        <h1>{attempt.title}</h1>
        <p>{words.attemptOf(attempt.attempt_no, attempt.max_attempts)}</p>
      </div>
      <ExamStatus clock={clock} state={state} onTick={onTick} />
      <Button onClick={openSubmit}>{words.submit}</Button>
    </header>
  );
}

/** Notices: offline, and answers that another page has changed. */
function Notices({ open: { attempt, sheet }, state }: PaperModel) {
  const isOffline = state.saveStatus === 'offline';
  const replaced = attempt.items.filter(({ qid }) => state.replaced.includes(qid));
  return (
    <>
      <div role="status" className={css.offline} hidden={!isOffline}>
        {isOffline ? words.offlineBanner : null}
      </div>
      {state.replaced.length > 0 ? (
        <div role="status" className={css.note}>
          {words.replaced(replaced.map(({ no }) => words.number(no)).join('、'))}
          <button type="button" className={css.plain} onClick={sheet.dismissReplaced}>
            {words.understood}
          </button>
        </div>
      ) : null}
    </>
  );
}

interface ItemProps {
  model: PaperModel;
  item: NonNullable<PaperModel['item']>;
}

function CurrentQuestion({ model, item }: ItemProps) {
  const { open, state, questionRef, swipe } = model;
  const { items } = open.attempt;
  return (
    <section
      ref={questionRef}
      tabIndex={-1}
      className={questionCss.question}
      aria-label={words.numberOf(item.no, items.length)}
      {...swipe}
    >
      <Question
        key={item.qid}
        item={item}
        items={items}
        answer={state.answers[item.qid]?.answer ?? []}
        give={(answer) => open.sheet.answer(item.qid, answer)}
      />
    </section>
  );
}

function Steps({ model: { open, state, paper, isPhone, step, openCard }, item }: ItemProps) {
  const isLast = paper.position === open.attempt.items.length - 1;
  return (
    <div className={css.steps}>
      <Button variant="default" disabled={paper.position === 0} onClick={() => step(-1)}>
        {words.previous}
      </Button>
      <Button
        variant="default"
        className={css.marking}
        aria-pressed={state.answers[item.qid]?.marked ?? false}
        onClick={() => open.sheet.toggleMark(item.qid)}
      >
        {words.mark}
      </Button>
      {isPhone ? (
        <Button variant="default" onClick={openCard}>
          {words.card}
        </Button>
      ) : null}
      <Button disabled={isLast} onClick={() => step(1)}>
        {words.next}
      </Button>
    </div>
  );
}

function KeyHelp() {
  return (
    <details className={css.keys}>
      <summary>{words.keys}</summary>
      <ul>
        {words.keyLines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}
