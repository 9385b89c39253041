import { send } from '@cme/commons/api-client';
import type { DataOf } from '@cme/contract/base';
import {
  wechatAuthorize,
  type wechatState,
  type WechatWay,
  wechatUnbind,
} from '@cme/contract/person';
import { Button, ErrorState, Skeleton, toast } from '@cme/ui';
import { useSignInMethods, useUserInfo } from '@cme/shell';
import { useForm, useSubmission } from '@cme/ui/forms';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { boundWords } from './bound-words.ts';
import css from '../frame/setting.module.css';
import { wechatQuery } from '../frame/setting.queries.ts';
import { words } from '../frame/setting.words.ts';
import {
  StepUpFields,
  stepUpErrors,
  stepUpOf,
  type StepUpValues,
  stepUpValues,
} from '../frame/step-up-fields.tsx';
import { ViewFrame } from '../frame/view-frame.tsx';

/** Binds and unbinds WeChat, each after step-up authentication. */
export function WechatView() {
  const { data, error, isFetching, refetch } = useQuery(wechatQuery());
  return (
    <ViewFrame title={words.wechat}>
      {data ? <Wechat state={data} /> : null}
      {!data && error && !isFetching ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : null}
      {!data && (!error || isFetching) ? <Skeleton height={160} /> : null}
    </ViewFrame>
  );
}

function Wechat({ state }: { state: DataOf<typeof wechatState> }) {
  const { wechatWay } = useSignInMethods();
  const intro = useRef<HTMLParagraphElement>(null);
  const isBound = state.bound === 'Y';
  return (
    <>
      <p ref={intro} tabIndex={-1}>
        {isBound ? boundWords(state) : words.unbound}
      </p>
      {isBound ? <Unbind onDone={() => intro.current?.focus()} /> : null}
      {!isBound && wechatWay === 'elsewhere' ? <p>{words.bindInWechat}</p> : null}
      {!isBound && wechatWay && wechatWay !== 'elsewhere' ? <Bind way={wechatWay} /> : null}
    </>
  );
}

function Unbind({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const unbind = async (values: StepUpValues) => {
    await send(wechatUnbind, stepUpOf(values));
    toast.success(words.unbindDone);
    await client.invalidateQueries({ queryKey: wechatQuery().queryKey });
    // The form is gone, so the focus moves.
    onDone();
  };
  return <ProvedForm act={unbind} label={words.unbind} />;
}

/**
 * Goes to WeChat's authorization page, which returns here by way of the portal, where the account
 * is bound.
 */
function Bind({ way }: { way: WechatWay }) {
  const bind = async (values: StepUpValues) => {
    const target = { way, targetUrl: location.href, bind: 'Y' as const };
    const { url } = await send(wechatAuthorize, { ...target, ...stepUpOf(values) });
    location.assign(url);
  };
  return <ProvedForm act={bind} label={words.bind} />;
}

interface FormProps {
  act: (values: StepUpValues) => Promise<void>;
  label: string;
}

function ProvedForm({ act, label }: FormProps) {
  const { user } = useUserInfo();
  const form = useForm<StepUpValues>({ initialValues: stepUpValues, validate: stepUpErrors });
  const { submit, isBusy, failure } = useSubmission(form, act, ({ field }) => field);
  return (
    <form className={css.form} onSubmit={submit} noValidate aria-busy={isBusy}>
      <p>{words.wechatEnds}</p>
      <StepUpFields form={form} mobile={user?.mobile ?? ''} />
      {failure ? <p role="alert">{failure}</p> : null}
      <div className={css.actions}>
        <Button type="submit" loading={isBusy}>
          {label}
        </Button>
      </div>
    </form>
  );
}
