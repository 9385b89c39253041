import { send } from '@cme/commons/api-client';
import type { BodyOf } from '@cme/contract/base';
import { profileFields, ProfileUpdate, type UserInfo, userUpdate } from '@cme/contract/person';
import { fieldErrors, useForm, useSubmission } from '@cme/ui/forms';
import { useQueryClient } from '@tanstack/react-query';
import { refresh } from '../query/refresh.ts';
import { userInfoQuery } from '../session/use-user-info.ts';

export type ProfileName = (typeof profileFields)[number];
const empty = {
  areas: [] as string[],
  unit_name: '',
  unit_id: '',
  series_code: '',
  level: '',
  post_type: '',
};
type Values = typeof empty;

/** Missing fields of a profile, in the order of the form. */
export const getMissingFields = ({ missing = [] }: Pick<UserInfo, 'missing'>): ProfileName[] =>
  profileFields.filter((field) => missing.includes(field));

const codes = { area_id: 'areas' } as const;

function createBody(values: Values, fields: readonly ProfileName[]): BodyOf<typeof userUpdate> {
  const allValues = { ...values, area_id: values.areas.at(-1) ?? '' };
  const askedFields = Object.fromEntries(fields.map((field) => [field, allValues[field]]));
  return {
    ...askedFields,
    ...(fields.includes('unit_name') && values.unit_id && { unit_id: values.unit_id }),
  } as BodyOf<typeof userUpdate>;
}

/**
 * State of a form for these profile fields. Saving refetches everything that depends on the user.
 */
export function useProfileForm(
  fields: readonly ProfileName[],
  before: Partial<Values>,
  onDone: () => void,
) {
  const client = useQueryClient();
  const form = useForm<Values>({
    initialValues: { ...empty, ...before },
    validate: (values) => fieldErrors<Values>(ProfileUpdate, createBody(values, fields), codes),
  });
  const save = async (values: Values) => {
    const user = await send(userUpdate, createBody(values, fields));
    client.setQueryData(userInfoQuery().queryKey, user);
    void refresh(client, { predicate: ({ queryKey }) => !unaffected.has(String(queryKey[0])) });
    onDone();
  };
  return {
    form,
    ...useSubmission(form, save, ({ field }) => (field === 'area_id' ? 'areas' : field)),
  };
}
export type ProfileForm = ReturnType<typeof useProfileForm>['form'];

/** Was just updated, or does not depend on the user. */
const unaffected = new Set(['user_info', 'site_logo', 'site_config', 'areas', 'units']);
