import { levels, type Option, postTypes, series } from '@cme/contract/base';
import { AreaSelect, NativeSelect, Stack } from '@cme/ui/forms';
import { useQuery } from '@tanstack/react-query';
import { areasQuery, isOtherCity, UnitField } from '../units/unit-field.tsx';
import { ErrorState, Skeleton } from '@cme/ui';
import type { ProfileForm, ProfileName } from './use-profile-form.ts';

export { getMissingFields, useProfileForm } from './use-profile-form.ts';

const words = {
  area_id: '所在地区',
  unit_name: '工作单位',
  series_code: '专业系列',
  level: '专业级别',
  post_type: '岗位类型',
  choose: '请选择',
} as const;

const toChoices = (options: readonly Option[]) => [
  { value: '', label: words.choose },
  ...options.map(({ code, name }) => ({ value: code, label: name })),
];
const selects = {
  series_code: toChoices(series),
  level: toChoices(levels),
  post_type: toChoices(postTypes),
};

interface Props {
  form: ProfileForm;
  fields: readonly ProfileName[];
  /** The area to search units in if the form has no area field. */
  areaId: string;
}

/** Form fields for the requested parts of the profile. */
export function ProfileFields({ form, fields, areaId }: Props) {
  const { values, errors } = form;
  return (
    <Stack gap="md">
      {fields.map((field) => {
        if (field === 'area_id') return <AreaField key={field} form={form} />;
        if (field === 'unit_name')
          return (
            <UnitField
              key={field}
              areaId={values.areas.at(-1) ?? areaId}
              value={values}
              onChange={({ unit_name, unit_id }) => {
                form.setFieldValue('unit_name', unit_name);
                form.setFieldValue('unit_id', unit_id);
              }}
              error={errors.unit_name}
            />
          );
        return (
          <NativeSelect
            key={field}
            label={words[field]}
            data={selects[field]}
            {...form.getInputProps(field)}
          />
        );
      })}
    </Stack>
  );
}

function AreaField({ form }: { form: ProfileForm }) {
  const { data, error, isFetching, refetch } = useQuery(areasQuery());
  if (error && !isFetching) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={72} />;
  return (
    <AreaSelect
      label={words.area_id}
      tree={data}
      value={form.values.areas}
      onChange={(areas) => {
        if (isOtherCity(form.values.areas, areas)) form.setValues({ unit_name: '', unit_id: '' });
        form.setFieldValue('areas', areas);
      }}
      error={form.errors.areas}
    />
  );
}
