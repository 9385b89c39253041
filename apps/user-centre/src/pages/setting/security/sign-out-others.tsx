import { send } from '@cme/commons/api-client';
import type { DataOf } from '@cme/contract/base';
import { deviceSignOutOthers } from '@cme/contract/person';
import { Button, Group, Text } from '@cme/ui';
import { useUserInfo } from '@cme/shell';
import { Checkbox, confirmWidth, Modal, useForm, useSubmission } from '@cme/ui/forms';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { boundSince } from './bound-words.ts';
import css from '../frame/setting.module.css';
import { wechatQuery } from '../frame/setting.queries.ts';
import { words } from '../frame/setting.words.ts';
import { StepUpFields, stepUpErrors, stepUpOf, stepUpValues } from '../frame/step-up-fields.tsx';

interface Props {
  onDone: (left: DataOf<typeof deviceSignOutOthers>) => void;
}

/** Signs out all other devices after confirmation. */
export function SignOutOthers({ onDone }: Props) {
  const [isAsked, setAsked] = useState(false);
  return (
    <div className={css.actions}>
      <Button variant="default" onClick={() => setAsked(true)}>
        {words.signOutOthers}
      </Button>
      <Modal
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={words.signOutOthers}
        size={confirmWidth}
        centered
        closeButtonProps={{ 'aria-label': words.close }}
      >
        <Confirm
          onCancel={() => setAsked(false)}
          onDone={(left) => {
            setAsked(false);
            onDone(left);
          }}
        />
      </Modal>
    </div>
  );
}

const initialValues = { ...stepUpValues, end: true };
type Values = typeof initialValues;

/** A binding of WeChat is ended too, with step-up authentication, unless it is kept by choice. */
function Confirm({ onCancel, onDone }: Props & { onCancel: () => void }) {
  const client = useQueryClient();
  const { user } = useUserInfo();
  const { data: wechat, isPending } = useQuery(wechatQuery());
  const isBound = wechat?.bound === 'Y';
  const form = useForm<Values>({
    initialValues,
    validate: (values) => (isBound && values.end ? stepUpErrors(values) : {}),
  });
  const signOut = async (values: Values) => {
    const choice = isBound && values.end ? { end_wechat: 'Y' as const, ...stepUpOf(values) } : {};
    const left = await send(deviceSignOutOthers, choice);
    void client.invalidateQueries({ queryKey: wechatQuery().queryKey });
    onDone(left);
  };
  const { submit, isBusy, failure } = useSubmission(form, signOut, ({ field }) => field);
  return (
    <form className={css.form} onSubmit={submit} noValidate aria-busy={isBusy}>
      <Text>{words.signOutOthersSure}</Text>
      {isBound ? (
        <Checkbox
          label={words.endWechat}
          description={words.endWechatHint(boundSince(wechat))}
          {...form.getInputProps('end', { type: 'checkbox' })}
        />
      ) : null}
      {isBound && form.getValues().end ? (
        <StepUpFields form={form} mobile={user?.mobile ?? ''} />
      ) : null}
      {failure ? <p role="alert">{failure}</p> : null}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel} data-autofocus>
          {words.cancel}
        </Button>
        <Button type="submit" color="red" loading={isBusy || isPending}>
          {words.signOutOthersYes}
        </Button>
      </Group>
    </form>
  );
}
