import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { AreaSelect } from '../forms/area-select.tsx';
import { areasQuery, UnitField } from '../forms/unit-field.tsx';
import { takeFocus } from '../focus/take-focus.ts';
import { Button } from '../plain/button.tsx';
import { Skeleton } from '../plain/skeleton.tsx';
import { ErrorState } from '../states/error-state.tsx';
import css from './admission.module.css';
import { admissionWords as words } from './admission.words.ts';
import { useUserInfo } from './use-user-info.ts';

interface Props {
  isBusy: boolean;
  onChoose(unit_id: string): void;
}

/** Area codes from the province down to the county, derived from the county's code. */
const findAreaPath = (id: string) =>
  /^\d{6}$/.test(id) ? [`${id.slice(0, 2)}0000`, `${id.slice(0, 4)}00`, id] : [];

/** Chooses another unit of the directory to decide about the registration. */
export function AdmissionUnit({ isBusy, onChoose }: Props) {
  const { user } = useUserInfo();
  const [chosen, setAreas] = useState<string[]>();
  const areas = chosen ?? findAreaPath(user?.area_id ?? '');
  const [unit, setUnit] = useState({ unit_name: '', unit_id: '' });
  const [error, setError] = useState('');
  const tree = useQuery(areasQuery());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (unit.unit_id) onChoose(unit.unit_id);
    else setError(words.pick);
  };
  if (!tree.data && tree.error && !tree.isFetching)
    return <ErrorState error={tree.error} onRetry={() => void tree.refetch()} />;
  if (!tree.data) return <Skeleton height={144} width="100%" />;
  return (
    <form
      className={css.unit}
      ref={takeFocus}
      tabIndex={-1}
      onSubmit={submit}
      noValidate
      aria-label={words.other}
      aria-busy={isBusy}
    >
      <AreaSelect label={words.area} tree={tree.data} value={areas} onChange={setAreas} />
      <UnitField
        areaId={areas.at(-1) ?? ''}
        value={unit}
        onChange={(value) => {
          setUnit(value);
          setError('');
        }}
        error={error}
        {...(unit.unit_id || error ? {} : { hint: words.pick })}
      />
      <Button type="submit" loading={isBusy}>
        {words.submit}
      </Button>
    </form>
  );
}
