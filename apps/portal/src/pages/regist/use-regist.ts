import { isCallError, send, signIn } from '@cme/commons/api-client';
import { plainIdNumber } from '@cme/contract/base';
import type { AreaNode } from '@cme/contract/site';
import { registCheck, registPerson } from '@cme/contract/person';
import { isReturn, leaveSignIn, siteConfigQuery, userInfoQuery } from '@cme/shell';
import { toast } from '@cme/ui';
import { bindRecognised, takeTypedMobile } from '@cme/shell/sign-in';
import { useForm, useSubmission } from '@cme/ui/forms';
import { useLocation } from '@cme/ui/router';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { readDraft, writeDraft } from './draft.ts';
import {
  createBody,
  emptyRegist,
  findErrors,
  getField,
  type RegistValues,
} from './regist.rules.ts';
import { words } from './regist.words.ts';

/** State of the registration form. Input is kept whatever the server responds, and on a reload. */
export function useRegist(areas: readonly AreaNode[] = []) {
  const client = useQueryClient();
  const config = useQuery(siteConfigQuery());
  const entry = useLocation().key;
  // The same between renders, as the form's setters are made anew with it.
  const keepDraft = useCallback((values: RegistValues) => writeDraft(entry, values), [entry]);
  const form = useForm<RegistValues>({
    initialValues: emptyRegist,
    validate: (values) => findErrors(values, areas),
    validateInputOnBlur: true,
    onValuesChange: keepDraft,
  });
  const { setValues, setFieldError, setFieldValue } = form;

  useEffect(() => {
    const mobile = takeTypedMobile();
    // A page that was opened by its address has no entry of its own.
    const isSameVisit = entry !== 'default' || isReturn();
    setValues({ ...(isSameVisit && readDraft(entry)), ...(mobile && { mobile }) });
  }, [setValues, entry]);

  /** Validates on the server a field that only it can check, once the form's own rules are met. */
  const check = async (field: 'id_no') => {
    const values = form.getValues();
    if (findErrors(values, areas)[field]) return;
    const { id_type } = values;
    const value = plainIdNumber(values[field]);
    const answer = await send(registCheck, { field, value, id_type }).catch(() => undefined);
    if (answer?.ok === 'N') setFieldError(field, answer.message);
  };

  /** The texts changed after they were read. */
  const askAgain = () => {
    setFieldValue('agree', false);
    void client.invalidateQueries({ queryKey: siteConfigQuery().queryKey });
  };

  const register = async (values: RegistValues) => {
    const { user } = await signIn(registPerson, createBody(values, config.data)).catch(
      (error: unknown) => {
        if (isCallError(error) && error.code === 'terms_changed') askAgain();
        throw error;
      },
    );
    writeDraft(entry, undefined);
    client.setQueryData(userInfoQuery().queryKey, user);
    await bindRecognised();
    toast.success(words.done);
    leaveSignIn();
  };
  return { form, check, ...useSubmission(form, register, getField) };
}

export type RegistForm = ReturnType<typeof useRegist>['form'];
