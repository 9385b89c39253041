import { isCallFailed, send, signIn } from '@cme/commons/api-client';
import { type AreaNode, RegistPerson, registCheck, registPerson, type BodyOf } from '@cme/contract';
import { leaveSignIn, toast, userInfoQuery } from '@cme/ui';
import { focusFirstWrong, takeMobile, useForm } from '@cme/ui/forms';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { words } from './regist.words.ts';

export interface Typed {
  mobile: string;
  sms_code: string;
  password: string;
  confirm: string;
  real_name: string;
  id_no: string;
  areas: string[];
  unit_name: string;
  series_code: string;
  level: string;
  post_type: string;
  agree: boolean;
}
const empty: Typed = {
  mobile: '',
  sms_code: '',
  password: '',
  confirm: '',
  real_name: '',
  id_no: '',
  areas: [],
  unit_name: '',
  series_code: '',
  level: '',
  post_type: '',
  agree: false,
};

/** Where the server's word about one field belongs on the form. */
const fieldOf: Record<string, keyof Typed> = {
  sms_wrong: 'sms_code',
  mobile_taken: 'mobile',
  id_taken: 'id_no',
};

function fieldFor(code = '', named = ''): keyof Typed | undefined {
  const field = fieldOf[code] ?? (named === 'area_id' ? 'areas' : named);
  return field in empty ? (field as keyof Typed) : undefined;
}

/** State of the registration form. Nothing typed is lost, whatever the server says. */
export function useRegist(tree: readonly AreaNode[] = []) {
  const client = useQueryClient();
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  const form = useForm<Typed>({
    initialValues: empty,
    validate: (typed) => problems(typed, tree),
    validateInputOnBlur: true,
  });
  const { setFieldValue, setFieldError } = form;

  useEffect(() => {
    const mobile = takeMobile();
    if (mobile) setFieldValue('mobile', mobile);
  }, [setFieldValue]);

  /** Asks the server about a field that only it can judge, once the form's own rule is content. */
  const check = async (field: 'id_no') => {
    if (problems(form.getValues(), tree)[field]) return;
    const { ok, message } = await send(registCheck, {
      field,
      value: form.getValues()[field].trim().toUpperCase(),
    }).catch(() => ({ ok: 'Y' as const, message: '' }));
    if (ok === 'N') setFieldError(field, message);
  };

  const submit = form.onSubmit(async (typed) => {
    setBusy(true);
    setFailure('');
    try {
      const { user } = await signIn(registPerson, bodyOf(typed));
      client.setQueryData(userInfoQuery().queryKey, user);
      toast.success(words.done);
      leaveSignIn();
    } catch (error) {
      if (!isCallFailed(error)) throw error;
      const field = fieldFor(error.code, error.field);
      if (field) setFieldError(field, error.message);
      else setFailure(error.message);
      if (field) focusFirstWrong();
    } finally {
      setBusy(false);
    }
  }, focusFirstWrong);
  return { form, submit, check, isBusy, failure };
}

function bodyOf({ areas, agree, confirm: _, ...typed }: Typed): BodyOf<typeof registPerson> {
  return { ...typed, area_id: areas.at(-1) ?? '', agree: agree ? 'Y' : ('' as 'Y') } as BodyOf<
    typeof registPerson
  >;
}

/** The call's own schema judges; only the repeated password is the form's. */
function problems(typed: Typed, tree: readonly AreaNode[]): Partial<Record<keyof Typed, string>> {
  const wrong: Partial<Record<keyof Typed, string>> = {};
  for (const { path, message } of RegistPerson.safeParse(bodyOf(typed)).error?.issues ?? []) {
    const field = (path[0] === 'area_id' ? 'areas' : path[0]) as keyof Typed;
    wrong[field] ??= message;
  }
  if (!wrong.areas && hasBelow(tree, typed.areas)) wrong.areas = words.areaWhole;
  if (typed.confirm !== typed.password || !typed.confirm) wrong.confirm = words.confirmWrong;
  return wrong;
}

/** Whether the choice could be narrower: a province or city instead of a county. */
function hasBelow(tree: readonly AreaNode[], codes: readonly string[]): boolean {
  const chosen = codes.reduce<AreaNode | undefined>(
    (above, code) => (above?.children ?? tree).find(({ value }) => value === code),
    undefined,
  );
  return (chosen?.children?.length ?? 0) > 0;
}
