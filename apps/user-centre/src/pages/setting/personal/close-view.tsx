import { send } from '@cme/commons/api-client';
import { type AccountClosing, closeAccount, closingCancel } from '@cme/contract/person';
import { Button, ErrorState, Skeleton, toast } from '@cme/ui';
import { useUserInfo } from '@cme/shell';
import { Checkbox, useForm, useSubmission } from '@cme/ui/forms';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { personalWords as words } from './personal.words.ts';
import { closingQuery } from '../frame/setting.queries.ts';
import css from '../frame/setting.module.css';
import { StepUpFields, stepUpErrors, stepUpOf, stepUpValues } from '../frame/step-up-fields.tsx';
import { ViewFrame } from '../frame/view-frame.tsx';

/** Closing the account: what has to be settled first, what is deleted, what is retained and why. */
export function CloseView() {
  const { data, error, isFetching, refetch } = useQuery(closingQuery());
  return (
    <ViewFrame title={words.close}>
      {data ? <Closing closing={data} /> : null}
      {!data && error && !isFetching ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : null}
      {!data && (!error || isFetching) ? <Skeleton height={240} /> : null}
    </ViewFrame>
  );
}

function Closing({ closing }: { closing: AccountClosing }) {
  const { status, close_at, cooling_days, blockers, deleted, kept } = closing;
  const isWaiting = status === 'waiting';
  const statusRef = useRef<HTMLDivElement>(null);
  // The pressed button is gone, so the focus moves here.
  const focusStatus = () => statusRef.current?.focus();
  return (
    <>
      <div ref={statusRef} tabIndex={-1}>
        {isWaiting ? (
          <Waiting closeAt={close_at} onDone={focusStatus} />
        ) : (
          <p>{words.closeIntro(cooling_days)}</p>
        )}
      </div>
      {blockers.length > 0 ? (
        <div className={css.notice} role="status">
          <p>
            <strong>{words.blocked}</strong>
          </p>
          <ul>
            {blockers.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      ) : null}
      <h2>{words.goes}</h2>
      <p>{words.goesText(deleted.map(({ name }) => name).join('、'))}</p>
      <h2>{words.stays}</h2>
      <ul className={css.kept}>
        {[...Map.groupBy(kept, ({ text }) => text)].map(([text, rows]) => (
          <li key={text}>
            <strong>{rows.map(({ name }) => name).join('、')}</strong>：{text}
          </li>
        ))}
      </ul>
      {isWaiting || blockers.length > 0 ? null : <CloseForm onDone={focusStatus} />}
    </>
  );
}

function Waiting({ closeAt, onDone }: { closeAt: string; onDone: () => void }) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => send(closingCancel, {}),
    onSuccess: (data) => {
      client.setQueryData(closingQuery().queryKey, data);
      toast.success(words.cancelled);
      onDone();
    },
    onError: (error) => toast.error(error.message),
  });
  return (
    <div className={css.notice} role="status">
      <p>
        <strong>{words.closesAt(closeAt)}</strong>
      </p>
      <div className={css.actions}>
        <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
          {words.cancelClosing}
        </Button>
      </div>
    </div>
  );
}

const initialValues = { ...stepUpValues, agree: false };

function CloseForm({ onDone }: { onDone: () => void }) {
  const { user } = useUserInfo();
  const client = useQueryClient();
  const form = useForm({
    initialValues,
    validate: (values) => ({
      ...stepUpErrors(values),
      ...(values.agree ? {} : { agree: words.agreeFirst }),
    }),
  });
  const close = async (values: typeof initialValues) => {
    const data = await send(closeAccount, { agree: 'Y', ...stepUpOf(values) });
    client.setQueryData(closingQuery().queryKey, data);
    onDone();
  };
  const { submit, isBusy, failure } = useSubmission(form, close, ({ field }) => field);
  return (
    <form className={css.form} onSubmit={submit} noValidate aria-busy={isBusy}>
      <StepUpFields form={form} mobile={user?.mobile ?? ''} />
      <Checkbox label={words.agree} {...form.getInputProps('agree', { type: 'checkbox' })} />
      {failure ? <p role="alert">{failure}</p> : null}
      <div className={css.actions}>
        <Button type="submit" color="red" loading={isBusy}>
          {words.askClosing}
        </Button>
      </div>
    </form>
  );
}
