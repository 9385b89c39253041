import { send } from '@cme/commons/api-client';
import { type Verification, withdrawIdentity } from '@cme/contract/person';
import { Button, ErrorState, Skeleton, toast } from '@cme/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CorrectForm, VerifyForm } from './identity-forms.tsx';
import { identityWords as words } from './identity.words.ts';
import { identityQuery } from '../frame/setting.queries.ts';
import css from '../frame/setting.module.css';
import { takeFocus } from '@cme/ui/take-focus';
import { ViewFrame } from '../frame/view-frame.tsx';

/** Real-name verification: its state, the request, and corrections. */
export function IdentityView() {
  const { data, error, isFetching, refetch } = useQuery(identityQuery());
  return (
    <ViewFrame title={words.title}>
      {data ? <Shown state={data} /> : null}
      {!data && error && !isFetching ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : null}
      {!data && (!error || isFetching) ? <Skeleton height={240} /> : null}
    </ViewFrame>
  );
}

function Shown({ state }: { state: Verification }) {
  const [asks, setAsks] = useState<'correct' | 'asked'>();
  const { verify_status, verify_status_name, real_name, id_type_name, id_no, request } = state;
  const isWaiting = request?.request_status === 'waiting';
  const done = () => setAsks('asked');
  return (
    <>
      <dl className={css.facts}>
        {[
          [words.status, verify_status_name],
          [words.name, real_name],
          [id_type_name, id_no],
        ].map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {request && (isWaiting || request.request_status === 'rejected') ? (
        <Standing key={request.created_at} request={request} isNew={asks === 'asked'} />
      ) : null}
      {state.can_verify === 'Y' && asks !== 'correct' ? <VerifyForm onDone={done} /> : null}
      {asks === 'correct' && !isWaiting ? (
        <CorrectForm name={real_name} onDone={done} onCancel={() => setAsks(undefined)} />
      ) : null}
      {state.can_correct === 'Y' && asks !== 'correct' ? (
        <section className={css.later} aria-labelledby="correct-title">
          <h2 id="correct-title">{words.correct}</h2>
          <p>{verify_status === 'verified' ? words.correctHint : words.correctBefore}</p>
          <Button variant="default" onClick={() => setAsks('correct')}>
            {words.correct}
          </Button>
        </section>
      ) : null}
    </>
  );
}

function Standing({
  request,
  isNew,
}: {
  request: NonNullable<Verification['request']>;
  isNew: boolean;
}) {
  const client = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => send(withdrawIdentity, {}),
    onSuccess: (data) => {
      client.setQueryData(identityQuery().queryKey, data);
      toast.success(words.withdrawn);
    },
    onError: (error) => toast.error(error.message),
  });
  const { kind, request_status, request_status_name, created_at, real_name, id_no, reply } =
    request;
  const name = kind === 'correct' ? words.correction : words.verification;
  return (
    <div className={css.notice} role="status" tabIndex={-1} ref={isNew ? takeFocus : undefined}>
      <p>
        <strong>{`${name}：${request_status_name}`}</strong>
      </p>
      <p className={css.quiet}>{words.askedAt(created_at)}</p>
      {kind === 'correct' ? <p>{words.correctTo(real_name, id_no)}</p> : null}
      {reply ? <p>{words.reason(reply)}</p> : null}
      {request_status === 'waiting' ? (
        <div className={css.actions}>
          <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            {words.withdraw}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
