import { Button, ErrorState, Skeleton } from '@cme/ui';
import { AreaSelect } from '@cme/ui/forms';
import { areasQuery, UnitField, useUnitChoice } from '@cme/shell/units';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import css from './frame/setting.module.css';
import { takeFocus } from '@cme/ui/take-focus';
import { words } from './frame/setting.words.ts';

interface Props {
  /** A second button next to the one that opens the form. */
  beside?: ReactNode;
  /** The user's county. */
  areaId: string;
  title: string;
  /** The user's unit, which cannot be applied to. */
  current: string | undefined;
  isBusy: boolean;
  onJoin(unitId: string): void;
}

/** Application to join a unit from the directory; collapsed at first. */
export function JoinForm({ areaId, title, current, isBusy, onJoin, beside }: Props) {
  const [isOpen, setOpen] = useState<boolean>();
  const { unitId, setError, areaProps, unitProps } = useUnitChoice(areaId, words.pick);
  const tree = useQuery({ ...areasQuery(), enabled: isOpen === true });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!unitId) setError(words.pick);
    else if (unitId === current) setError(words.sameUnit);
    else onJoin(unitId);
  };
  if (!isOpen)
    return (
      <div className={css.actions}>
        <Button
          ref={isOpen === false ? takeFocus : undefined}
          variant={beside ? 'default' : 'filled'}
          onClick={() => setOpen(true)}
        >
          {title}
        </Button>
        {beside}
      </div>
    );
  return (
    <form
      className={css.join}
      ref={takeFocus}
      tabIndex={-1}
      onSubmit={submit}
      noValidate
      aria-label={title}
      aria-busy={isBusy}
    >
      {tree.data ? <AreaSelect label={words.area} tree={tree.data} {...areaProps} /> : null}
      {!tree.data && tree.error && !tree.isFetching ? (
        <ErrorState error={tree.error} onRetry={() => void tree.refetch()} />
      ) : null}
      {!tree.data && (!tree.error || tree.isFetching) ? <Skeleton height={72} /> : null}
      <UnitField {...unitProps} />
      <div className={css.actions}>
        <Button type="submit" loading={isBusy}>
          {words.submit}
        </Button>
        <Button variant="default" onClick={() => setOpen(false)}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}
