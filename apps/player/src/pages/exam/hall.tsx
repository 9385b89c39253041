import { Button, toast, useMediaQuery } from '@cme/ui';
import { Drawer, Modal } from '@cme/ui/forms';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { AnswerCard } from './answer-card.tsx';
import { Corner } from './corner.tsx';
import css from './exam.module.css';
import { words } from './exam.words.ts';
import { HandIn } from './hand-in.tsx';
import { optionsOf, Question } from './question.tsx';
import { useHandIn } from './use-hand-in.ts';
import { useKeys } from './use-keys.ts';
import { usePresence } from './use-presence.ts';
import type { Seated } from './use-sitting.ts';
import { useSwipe } from './use-swipe.ts';

/** Minutes before the end that are said aloud, once each. */
const warnings = [5, 1];
const several = 'X';

/** The examination hall: one question, the card of all of them, the clock. */
export function Hall({
  seated,
  over,
  again,
}: {
  seated: Seated;
  over: () => void;
  again: () => void;
}) {
  const { attempt, sheet, clock } = seated;
  const { items } = attempt;
  const state = useSyncExternalStore(sheet.subscribe, sheet.now);
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      items.findIndex(({ qid }) => !state.given[qid]?.answer.length),
    ),
  );
  const [dialog, setDialog] = useState<'card' | 'hand-in'>();
  const [isTimeUp, setTimeUp] = useState(() => clock.now() >= state.deadline);
  const isPhone = useMediaQuery('(width < 60em)', false, { getInitialValueInEffect: false });
  const hand = useHandIn(seated, isTimeUp, over);
  const question = useRef<HTMLElement>(null);
  usePresence(attempt.score_id, attempt.switch_limit, over);
  useLeaveWarning(() => sheet.now().waiting.length > 0);

  useEffect(() => {
    if (state.halt === 'over') void sheet.done().then(over);
  }, [state.halt, sheet, over]);

  const item = items[at];
  const go = (next: number) => {
    setDialog(undefined);
    setAt(Math.min(items.length - 1, Math.max(0, next)));
    question.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  };
  const choose = (key: string) => {
    if (!item) return;
    const chosen = state.given[item.qid]?.answer ?? [];
    if (item.type !== several) return chosen[0] === key ? undefined : sheet.choose(item.qid, [key]);
    sheet.choose(
      item.qid,
      chosen.includes(key) ? chosen.filter((one) => one !== key) : [...chosen, key],
    );
  };
  const askToHandIn = () => {
    hand.forget();
    setDialog('hand-in');
  };
  const isCutOff = hand.failure === words.notSent;
  const isStopped = isTimeUp || state.halt !== undefined;
  useKeys(
    {
      choose: (option) => {
        const key = item && optionsOf(item)[option]?.key;
        if (key !== undefined) choose(key);
      },
      step: (by) => go(at + by),
      mark: () => item && sheet.mark(item.qid),
    },
    !isStopped && dialog === undefined,
  );
  const swipe = useSwipe((by) => go(at + by));
  const passes = (left: number, before: number) => {
    const minutes = warnings.find((one) => left <= one * 60 && before > one * 60);
    if (minutes !== undefined)
      toast.warning(words.warned(minutes), { key: 'exam-time', duration: 8000 });
    if (left === 0) setTimeUp(true);
  };

  if (!item) return null;
  const given = state.given[item.qid];
  const card = <AnswerCard items={items} given={state.given} current={at} go={go} />;
  const stay = {
    withCloseButton: false,
    closeOnEscape: false,
    closeOnClickOutside: false,
    onClose: () => undefined,
  };
  return (
    <div className={css.hall} data-hall inert={isStopped}>
      <header className={css.bar}>
        <div className={css.name}>
          <h1>{attempt.title}</h1>
          <p>{words.attemptOf(attempt.attempt_no, attempt.max_attempts)}</p>
        </div>
        <Corner clock={clock} state={state} passes={passes} />
        <Button onClick={askToHandIn}>{words.handIn}</Button>
      </header>
      <div role="status" className={css.away} hidden={state.save !== 'away'}>
        {state.save === 'away' ? words.awayBanner : null}
      </div>
      {state.replaced.length > 0 ? (
        <div role="status" className={css.note}>
          {words.replaced(
            items
              .filter(({ qid }) => state.replaced.includes(qid))
              .map(({ no }) => words.number(no))
              .join('、'),
          )}
          <button type="button" className={css.plain} onClick={sheet.understood}>
            {words.understood}
          </button>
        </div>
      ) : null}
      <div className={css.floor}>
        <main id="main" className={css.desk}>
          <section
            ref={question}
            tabIndex={-1}
            className={css.question}
            aria-label={words.numberOf(item.no, items.length)}
            {...swipe}
          >
            <Question
              key={item.qid}
              item={item}
              items={items}
              answer={given?.answer ?? []}
              choose={choose}
              write={(text) => sheet.choose(item.qid, text === '' ? [] : [text])}
            />
          </section>
          <div className={css.steps}>
            <Button variant="default" disabled={at === 0} onClick={() => go(at - 1)}>
              {words.previous}
            </Button>
            <Button
              variant="default"
              className={css.marking}
              aria-pressed={given?.marked ?? false}
              onClick={() => sheet.mark(item.qid)}
            >
              {words.mark}
            </Button>
            {isPhone ? (
              <Button variant="default" onClick={() => setDialog('card')}>
                {words.card}
              </Button>
            ) : null}
            <Button disabled={at === items.length - 1} onClick={() => go(at + 1)}>
              {words.next}
            </Button>
          </div>
          {isPhone ? null : (
            <details className={css.keys}>
              <summary>{words.keys}</summary>
              <ul>
                {words.keyLines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </details>
          )}
        </main>
        {isPhone ? null : (
          <aside className={css.side} aria-labelledby="answer-card">
            <h2 id="answer-card">{words.card}</h2>
            {card}
          </aside>
        )}
      </div>

      <Drawer
        opened={isPhone && dialog === 'card'}
        onClose={() => setDialog(undefined)}
        position="bottom"
        size="75%"
        title={words.card}
      >
        {card}
      </Drawer>
      <Modal
        opened={dialog === 'hand-in' && !isStopped}
        onClose={() => setDialog(undefined)}
        title={words.confirm}
      >
        <HandIn seated={seated} state={state} go={go} stay={() => setDialog(undefined)} {...hand} />
      </Modal>
      <Modal {...stay} opened={isTimeUp && state.halt === undefined} title={words.timeUp}>
        <p role="status">{isCutOff ? words.timeUpAway : words.handingIn}</p>
        {isCutOff && state.waiting.length > 0 ? (
          <p>{words.notArrived(state.waiting.length)}</p>
        ) : null}
      </Modal>
      <Modal {...stay} opened={state.halt === 'moved'} title={words.movedTitle}>
        <p>{words.moved}</p>
        <div className={css.dialogButtons}>
          <Button onClick={again} data-autofocus>
            {words.takeOver}
          </Button>
        </div>
      </Modal>
    </div>
  );
}

/** The browser asks before it closes a page that holds what the server does not have. */
function useLeaveWarning(isUnsaved: () => boolean): void {
  const live = useRef(isUnsaved);
  live.current = isUnsaved;
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (live.current()) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
}
