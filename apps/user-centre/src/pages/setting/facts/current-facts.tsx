import type { MyFacts } from '@cme/contract/person';
import css from './facts.module.css';
import { factWords as words } from './facts.words.ts';

/** The kinds with a pending request. */
export const getWaitingKinds = ({ list }: MyFacts) =>
  new Set(list.filter(({ fact_status }) => fact_status === 'waiting').map(({ kind }) => kind));

/** Current facts about the user's work: whether they are verified, and what is being decided. */
export function CurrentFacts({ facts }: { facts: MyFacts }) {
  const waiting = getWaitingKinds(facts);
  return (
    <dl className={css.current}>
      {facts.current.map(({ kind, kind_name, value_name, fact_status, effective_from }) => (
        <div key={kind} style={{ display: 'contents' }}>
          <dt>{kind_name}</dt>
          <dd>
            <span>{value_name || words.none}</span>
            {fact_status ? <FactState state={fact_status} /> : null}
            {waiting.has(kind) ? <FactState state="waiting" /> : null}
            {effective_from ? (
              <span className={css.quiet}>{words.since(effective_from)}</span>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export const FactState = ({
  state,
  name = words.states[state],
}: {
  state: string;
  name?: string;
}) => (
  <span className={css.tag} data-state={state}>
    {name}
  </span>
);
