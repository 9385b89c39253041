import type { DeclareDetail } from '@cme/contract/credits';
import { Icon, type IconName } from '@cme/ui';
import shared from '../changecredits.module.css';
import css from './detail.module.css';
import { detailWords as words } from '../changecredits.words.ts';

const marks: Record<string, IconName> = { done: 'check', now: 'clock', refused: 'refuse' };

/** Credits that were granted are revoked, not rejected. */
const formatState = (key: string, state: string): string =>
  key === 'credit' && state === 'refused'
    ? words.reversed
    : (words.states[state as keyof typeof words.states] ?? '');

/** Progress as steps (提交, 单位, 中心, 入账), and the history. */
export function DeclarationProgress({ detail: { steps, history } }: { detail: DeclareDetail }) {
  return (
    <section className={shared.card} aria-labelledby="way">
      <h2 id="way">{words.way}</h2>
      <ol className={css.way}>
        {steps.map(({ key, name, state, at, note }) => (
          <li key={key} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
            <span className={css.mark}>
              <Icon name={marks[state] ?? 'info'} size={22} />
            </span>
            <strong>{name}</strong>
            <span>{formatState(key, state)}</span>
            {at ? <time>{at.slice(0, 16)}</time> : null}
            {note && state !== 'now' ? <small>{note}</small> : null}
          </li>
        ))}
      </ol>
      <details className={css.history}>
        <summary>{words.history}</summary>
        <ol>
          {history.map(({ status, name, who, at, reason }) => (
            <li key={`${at}${status}`}>
              <time>{at.slice(0, 16)}</time>
              <span>{`${who} · ${name}`}</span>
              {reason ? <span>{reason}</span> : null}
            </li>
          ))}
        </ol>
      </details>
    </section>
  );
}
