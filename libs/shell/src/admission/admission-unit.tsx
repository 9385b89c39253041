import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { AreaSelect } from '@cme/ui/forms';
import { areasQuery, UnitField } from '../units/unit-field.tsx';
import { useUnitChoice } from '../units/use-unit-choice.ts';
import { takeFocus } from '@cme/ui/take-focus';
import { Button, ErrorState, Skeleton } from '@cme/ui';
import css from './admission.module.css';
import { admissionWords as words } from './admission.words.ts';
import { useUserInfo } from '../session/use-user-info.ts';

interface Props {
  isBusy: boolean;
  onChoose(unitId: string): void;
}

/** Chooses another unit of the directory to decide about the registration. */
export function AdmissionUnit({ isBusy, onChoose }: Props) {
  const { user } = useUserInfo();
  const { unitId, setError, areaProps, unitProps } = useUnitChoice(user?.area_id ?? '', words.pick);
  const tree = useQuery(areasQuery());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (unitId) onChoose(unitId);
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
      <AreaSelect label={words.area} tree={tree.data} {...areaProps} />
      <UnitField {...unitProps} />
      <Button type="submit" loading={isBusy}>
        {words.submit}
      </Button>
    </form>
  );
}
