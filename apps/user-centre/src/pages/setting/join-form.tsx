import { Button, ErrorState, Skeleton } from '@cme/ui';
import { AreaSelect, areasQuery, UnitField } from '@cme/ui/forms';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import css from './setting.module.css';
import { takeFocus } from '@cme/ui/take-focus';
import { words } from './setting.words.ts';

interface Props {
  /** A second button next to the one that opens the form. */
  beside?: ReactNode;
  /** The user's county. */
  areaId: string;
  title: string;
  /** The user's unit, which cannot be applied to. */
  current: string | undefined;
  isBusy: boolean;
  onJoin(unit_id: string): void;
}

const none = { unit_name: '', unit_id: '' };
/** Area codes from the province down to the county, derived from the county's code. */
const findAreaPath = (id: string) =>
  /^\d{6}$/.test(id) ? [`${id.slice(0, 2)}0000`, `${id.slice(0, 4)}00`, id] : [];

/** Application to join a unit from the directory; collapsed at first. */
export function JoinForm({ areaId, title, current, isBusy, onJoin, beside }: Props) {
  const [isOpen, setOpen] = useState<boolean>();
  const [chosen, setAreas] = useState<string[]>();
  // The user may be known only later.
  const areas = chosen ?? findAreaPath(areaId);
  const [unit, setUnit] = useState(none);
  const [error, setError] = useState('');
  const tree = useQuery({ ...areasQuery(), enabled: isOpen === true });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!unit.unit_id) setError(words.pick);
    else if (unit.unit_id === current) setError(words.sameUnit);
    else onJoin(unit.unit_id);
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
      {tree.data ? (
        <AreaSelect label={words.area} tree={tree.data} value={areas} onChange={setAreas} />
      ) : null}
      {!tree.data && tree.error && !tree.isFetching ? (
        <ErrorState error={tree.error} onRetry={() => void tree.refetch()} />
      ) : null}
      {!tree.data && (!tree.error || tree.isFetching) ? <Skeleton height={72} /> : null}
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
