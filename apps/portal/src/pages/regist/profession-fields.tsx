import { levels, postTypes, series, type Option } from '@cme/contract/base';
import type { AreaNode } from '@cme/contract/site';
import { ErrorState, Skeleton } from '@cme/ui';
import { AreaSelect, NativeSelect } from '@cme/ui/forms';
import { isOtherCity, UnitField } from '@cme/shell/units';
import css from './regist.module.css';
import { words } from './regist.words.ts';
import type { RegistForm } from './use-regist.ts';

interface Areas {
  data: AreaNode[] | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

const toOptions = (options: readonly Option[]) => [
  { value: '', label: words.choose },
  ...options.map(({ code, name }) => ({ value: code, label: name })),
];
const selects = [
  ['series_code', words.series, toOptions(series)],
  ['level', words.level, toOptions(levels)],
  ['post_type', words.postType, toOptions(postTypes)],
] as const;

export function ProfessionFields({ form, areas }: { form: RegistForm; areas: Areas }) {
  return (
    <fieldset className={css.group}>
      <legend>{words.profession}</legend>
      <p className={css.once}>{words.professionOnce}</p>
      <div className={`${css.fields} field-rows`}>
        <div className={css.wide}>
          {areas.data ? (
            <AreaSelect
              label={words.area}
              tree={areas.data}
              value={form.values.areas}
              onChange={(codes) => {
                if (isOtherCity(form.values.areas, codes))
                  form.setValues({ unit_name: '', unit_id: '' });
                form.setFieldValue('areas', codes);
              }}
              error={form.errors.areas}
            />
          ) : (
            <AreasPending areas={areas} isMissed={form.errors.areas !== undefined} />
          )}
        </div>
        <div className={css.wide}>
          <UnitField
            label={words.unit}
            areaId={form.values.areas.at(-1) ?? ''}
            value={form.values}
            onChange={({ unit_name, unit_id }) => {
              form.setFieldValue('unit_name', unit_name);
              form.setFieldValue('unit_id', unit_id);
            }}
            onBlur={form.getInputProps('unit_name').onBlur}
            error={form.errors.unit_name}
          />
        </div>
        {selects.map(([field, label, options]) => (
          <NativeSelect key={field} label={label} data={options} {...form.getInputProps(field)} />
        ))}
      </div>
    </fieldset>
  );
}

/**
 * Shown while the areas are loading or have failed to load; on submitting it says that the form
 * waits for them.
 */
function AreasPending({ areas, isMissed }: { areas: Areas; isMissed: boolean }) {
  return (
    <>
      {areas.error && !areas.isFetching ? (
        <ErrorState error={areas.error} onRetry={() => void areas.refetch()} />
      ) : (
        <Skeleton height={72} />
      )}
      {isMissed ? (
        <p role="alert" className={css.error}>
          {words.areaMissed}
        </p>
      ) : null}
    </>
  );
}
