import { send } from '@cme/commons/api-client';
import { type MyFacts, type PersonFact, withdrawFact } from '@cme/contract/person';
import { Button, ErrorState, Skeleton, toast } from '@cme/ui';
import { takeFocus } from '@cme/ui/take-focus';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { factsQuery } from '../frame/setting.queries.ts';
import settingCss from '../frame/setting.module.css';
import { ViewFrame } from '../frame/view-frame.tsx';
import { CurrentFacts, FactState, getWaitingKinds } from './current-facts.tsx';
import { FactForm } from './fact-form.tsx';
import css from './facts.module.css';
import { factWords as words } from './facts.words.ts';

/** Facts about the user's work: current values, requests to change them, and the record. */
export function FactsView() {
  const { data, error, isFetching, refetch } = useQuery(factsQuery());
  return (
    <ViewFrame title={words.title}>
      {data ? <Shown facts={data} /> : null}
      {!data && error && !isFetching ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : null}
      {!data && (!error || isFetching) ? <Skeleton height={320} /> : null}
    </ViewFrame>
  );
}

function Shown({ facts }: { facts: MyFacts }) {
  const [asks, setAsks] = useState<boolean>();
  const { current, list, decider_name } = facts;
  const waiting = getWaitingKinds(facts);
  const open = current.filter(({ kind, value }) => value !== '' && !waiting.has(kind));
  return (
    <>
      <p className={css.quiet}>
        {words.intro}
        {words.decider(decider_name)}。
      </p>
      <CurrentFacts facts={facts} />
      {asks ? (
        <FactForm
          facts={{ ...facts, current: open }}
          onDone={() => setAsks(false)}
          onCancel={() => setAsks(false)}
        />
      ) : null}
      {!asks && open.length > 0 ? (
        <Button
          variant="default"
          ref={asks === false ? takeFocus : undefined}
          onClick={() => setAsks(true)}
        >
          {words.ask}
        </Button>
      ) : null}
      <section className={settingCss.later} aria-labelledby="records-title">
        <h2 id="records-title">{words.records}</h2>
        {list.length === 0 ? <p className={css.quiet}>{words.noRecords}</p> : null}
        <ul className={css.records}>
          {list.map((fact) => (
            <Record key={fact.fact_id} fact={fact} />
          ))}
        </ul>
      </section>
    </>
  );
}

function Record({ fact }: { fact: PersonFact }) {
  const client = useQueryClient();
  const { fact_id, kind_name, value_name, fact_status, effective_from, effective_to, decided_at } =
    fact;
  const withdraw = useMutation({
    mutationFn: () => send(withdrawFact, { fact_id }),
    onSuccess: (data) => {
      client.setQueryData(factsQuery().queryKey, data);
      toast.success(words.withdrawn);
    },
    onError: (error) => {
      toast.error(error.message);
      void client.invalidateQueries({ queryKey: factsQuery().queryKey });
    },
  });
  const name = words.recordTo(kind_name, value_name);
  const isDecided = fact_status === 'verified' || fact_status === 'declared';
  return (
    <li>
      <div className={css.head}>
        <strong>{name}</strong>
        <FactState state={fact_status} name={fact.fact_status_name} />
      </div>
      <p className={css.quiet}>
        {(isDecided
          ? [words.period(effective_from, effective_to), decided_at && words.verifiedAt(decided_at)]
          : [words.wanted(effective_from), words.askedAt(fact.created_at)]
        )
          .filter(Boolean)
          .join(' · ')}
      </p>
      {fact.reply ? <p>{words.reason(fact.reply)}</p> : null}
      {fact_status === 'rejected' ? <p className={css.quiet}>{words.next}</p> : null}
      {fact_status === 'waiting' ? (
        <div className={css.buttons}>
          <Button
            variant="default"
            aria-label={words.withdrawOf(name)}
            loading={withdraw.isPending}
            onClick={() => withdraw.mutate()}
          >
            {words.withdraw}
          </Button>
        </div>
      ) : null}
    </li>
  );
}
