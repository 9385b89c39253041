import type { SiteConfig } from '@cme/contract/site';
import { type BodyOf, type IdKind, isAsked } from '@cme/contract/base';
import type { AreaNode } from '@cme/contract/site';
import { RegistPerson, type registPerson } from '@cme/contract/person';
import { confirmFault, fieldErrors, type FieldErrors } from '@cme/ui/forms';
import { words } from './regist.words.ts';

export const emptyRegist = {
  mobile: '',
  sms_code: '',
  password: '',
  confirm: '',
  real_name: '',
  id_type: 'ID' as IdKind,
  id_no: '',
  gender: '',
  birth_date: '',
  areas: [] as string[],
  unit_name: '',
  unit_id: '',
  series_code: '',
  level: '',
  post_type: '',
  agree: false,
  agree_identity: false,
};
export type RegistValues = typeof emptyRegist;

/** The form field of each error code. */
const fieldOfCode: Record<string, keyof RegistValues> = {
  sms_wrong: 'sms_code',
  mobile_taken: 'mobile',
  id_taken: 'id_no',
};

export const getField = ({
  code = '',
  field,
}: {
  code?: string | undefined;
  field?: string | undefined;
}): string | undefined => fieldOfCode[code] ?? (field === 'area_id' ? 'areas' : field);

/** Versions of the texts that the form showed. */
export type AcceptedVersions = Pick<SiteConfig, 'terms_version' | 'privacy_version'>;

export function createBody(
  values: RegistValues,
  { terms_version, privacy_version }: AcceptedVersions = {},
): BodyOf<typeof registPerson> {
  const {
    areas,
    agree,
    agree_identity,
    confirm: _,
    unit_id,
    gender,
    birth_date,
    ...fields
  } = values;
  return {
    ...fields,
    ...(unit_id && { unit_id }),
    // Values that were entered for another kind of document stay in the form but are not sent.
    ...(isAsked(fields.id_type) && { gender, birth_date }),
    area_id: areas.at(-1) ?? '',
    agree: agree ? 'Y' : ('' as 'Y'),
    agree_identity: agree_identity ? 'Y' : ('' as 'Y'),
    ...(terms_version && { agree_version: terms_version }),
    ...(privacy_version && { privacy_version }),
  } as BodyOf<typeof registPerson>;
}

/**
 * Validated by the schema of the call; only the repeated password and the depth of the area are
 * rules of the form.
 */
export function findErrors(
  values: RegistValues,
  areas: readonly AreaNode[],
): FieldErrors<RegistValues> {
  const errors = fieldErrors<RegistValues>(RegistPerson, createBody(values), { area_id: 'areas' });
  if (!errors.areas && hasChildren(areas, values.areas)) errors.areas = words.areaWhole;
  const confirm = confirmFault(values);
  if (confirm) errors.confirm = confirm;
  return errors;
}

/** Whether a narrower area can be selected: a province or city instead of a county. */
function hasChildren(areas: readonly AreaNode[], codes: readonly string[]): boolean {
  const chosen = codes.reduce<AreaNode | undefined>(
    (parentNode, code) => (parentNode?.children ?? areas).find(({ value }) => value === code),
    undefined,
  );
  return (chosen?.children?.length ?? 0) > 0;
}
