import { send } from '@cme/commons/api-client';
import type { DataOf } from '@cme/contract/base';
import { factorEnrol, factorRemove, type factorState } from '@cme/contract/person';
import { Button, ErrorState, Skeleton, toast } from '@cme/ui';
import { useUserInfo } from '@cme/shell';
import { CodeField, useForm, useSubmission } from '@cme/ui/forms';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Enrolment, FactorSetup } from './factor-setup.tsx';
import { factorWords as words } from './factor.words.ts';
import { factorQuery } from '../frame/setting.queries.ts';
import css from '../frame/setting.module.css';
import { StepUpFields, stepUpErrors, stepUpOf, stepUpValues } from '../frame/step-up-fields.tsx';
import { ViewFrame } from '../frame/view-frame.tsx';

type Action = 'start' | 'replace' | 'remove';

/** The second factor: turned on with an authenticator app, replaced, turned off. */
export function FactorView() {
  const { data, error, isFetching, refetch } = useQuery(factorQuery());
  return (
    <ViewFrame title={words.title}>
      {data ? <Factor state={data} /> : null}
      {!data && error && !isFetching ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : null}
      {!data && (!error || isFetching) ? <Skeleton height={240} /> : null}
    </ViewFrame>
  );
}

function Factor({ state }: { state: DataOf<typeof factorState> }) {
  const client = useQueryClient();
  const [action, setAction] = useState<Action>();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const finish = () => {
    setAction(undefined);
    setEnrolment(undefined);
    void client.invalidateQueries({ queryKey: factorQuery().queryKey });
  };
  if (enrolment) return <FactorSetup enrolment={enrolment} onDone={finish} />;
  if (action)
    return (
      <ActionForm action={action} onCancel={finish} onRemoved={finish} onEnrolled={setEnrolment} />
    );
  const isOn = state.enrolled === 'Y';
  return (
    <>
      <p>{isOn ? words.on(state.enrolled_at, state.recovery_left) : words.intro}</p>
      {state.required === 'Y' ? <p>{words.required}</p> : null}
      <div className={css.actions}>
        <Button onClick={() => setAction(isOn ? 'replace' : 'start')}>
          {isOn ? words.replace : words.start}
        </Button>
        {isOn && state.required === 'N' ? (
          <Button variant="default" onClick={() => setAction('remove')}>
            {words.remove}
          </Button>
        ) : null}
      </div>
    </>
  );
}

interface ActionFormProps {
  action: Action;
  onCancel: () => void;
  onRemoved: () => void;
  onEnrolled: (enrolment: Enrolment) => void;
}

/** Confirms the identity, and the current factor if there is one. */
function ActionForm({ action, onCancel, onRemoved, onEnrolled }: ActionFormProps) {
  const { user } = useUserInfo();
  const form = useForm({
    initialValues: { ...stepUpValues, code: '' },
    validate: (values) => ({
      ...stepUpErrors(values),
      ...(action !== 'start' && !values.code.trim() ? { code: words.currentMissing } : {}),
    }),
  });
  const act = async ({ code, ...values }: typeof form.values) => {
    const proof = stepUpOf(values);
    if (action === 'remove') {
      await send(factorRemove, { code, ...proof });
      toast.success(words.removed);
      return onRemoved();
    }
    return onEnrolled(await send(factorEnrol, { ...(code ? { code } : {}), ...proof }));
  };
  const { submit, isBusy, failure } = useSubmission(form, act, ({ field }) => field);
  return (
    <form className={css.form} onSubmit={submit} noValidate aria-busy={isBusy}>
      <StepUpFields form={form} mobile={user?.mobile ?? ''} />
      {action === 'start' ? null : (
        <CodeField label={words.current} inputMode="text" {...form.getInputProps('code')} />
      )}
      {failure ? <p role="alert">{failure}</p> : null}
      <div className={css.actions}>
        <Button type="submit" loading={isBusy}>
          {action === 'remove' ? words.remove : words.next}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}
