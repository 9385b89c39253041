import { send } from '@cme/commons/api-client';
import { cancelUnit, joinUnit, leaveUnit, type MyUnit } from '@cme/contract/person';
import { Button, ErrorState, Group, Skeleton, Text, toast } from '@cme/ui';
import { userInfoQuery, useUserInfo } from '@cme/shell';
import { confirmWidth, Modal } from '@cme/ui/forms';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { JoinForm } from './join-form.tsx';
import { myUnitQuery } from './frame/setting.queries.ts';
import css from './frame/setting.module.css';
import { words } from './frame/setting.words.ts';

/** The user's membership in a unit, and its actions. */
export function UnitPanel() {
  const { data, error, isFetching, refetch } = useQuery(myUnitQuery());
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className={css.panel} aria-labelledby="unit-title">
      <h2 ref={heading} id="unit-title" tabIndex={-1}>
        {words.unit}
      </h2>
      {data ? <UnitState mine={data} onChanged={() => heading.current?.focus()} /> : null}
      {!data && error && !isFetching ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : null}
      {!data && (!error || isFetching) ? <Skeleton className={css.unitWaiting} /> : null}
    </section>
  );
}

/**
 * The message depends on the server's response: the unit may have decided meanwhile, or may not
 * review at all. `onChanged` takes the focus from the button, which is gone afterwards.
 */
function useChange(done: (mine: MyUnit) => string, onChanged: () => void) {
  const client = useQueryClient();
  return {
    onSuccess: (mine: MyUnit) => {
      client.setQueryData(myUnitQuery().queryKey, mine);
      void client.invalidateQueries({ queryKey: userInfoQuery().queryKey });
      toast.success(done(mine));
      onChanged();
    },
    onError: (error: Error) => {
      toast.error(error.message);
      void client.invalidateQueries({ queryKey: myUnitQuery().queryKey });
    },
  };
}

function UnitState({ mine, onChanged }: { mine: MyUnit; onChanged: () => void }) {
  const { user } = useUserInfo();
  const { unit_status, application } = mine;
  const isWaiting = application?.status === 'waiting';
  // A user who is rejected by another unit stays in theirs.
  const isRefused = application?.status === 'refused' && unit_status !== 'none';
  const unproven = mine.is_verified === 'N' && !isWaiting ? mine.unit?.unit_id : undefined;
  const withdraw = useMutation({
    mutationFn: () => send(cancelUnit, {}),
    ...useChange(
      ({ application }) =>
        ['approved', 'refused'].includes(application?.status ?? '')
          ? words.decided
          : words.withdrawn,
      onChanged,
    ),
  });
  const join = useMutation({
    mutationFn: (unitId: string) => send(joinUnit, { unit_id: unitId }),
    ...useChange(
      ({ application }) => (application?.status === 'waiting' ? words.asked : words.joined),
      onChanged,
    ),
  });
  return (
    <>
      <Standing mine={mine} />
      {unproven ? (
        <div className={css.notice}>
          <p>{words.unitUnproven}</p>
          <div className={css.actions}>
            <Button
              variant="default"
              loading={join.isPending}
              onClick={() => join.mutate(unproven)}
            >
              {words.proveUnit}
            </Button>
          </div>
        </div>
      ) : null}
      {isWaiting ? (
        <div className={css.notice} role="status">
          <p>
            <strong>{words.waiting(application.unit.name)}</strong>
          </p>
          <p className={css.quiet}>{words.waitingSince(application.created_at)}</p>
        </div>
      ) : null}
      {isRefused ? (
        <div className={css.notice} role="status">
          <p>
            <strong>{words.refused(application.unit.name)}</strong>
          </p>
          <p>{words.reason(application.reason)}</p>
        </div>
      ) : null}
      {isWaiting ? (
        <div className={css.actions}>
          <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            {words.withdraw}
          </Button>
        </div>
      ) : (
        <JoinForm
          areaId={user?.area_id ?? ''}
          key={mine.unit?.unit_id}
          current={mine.unit?.unit_id}
          title={mine.unit ? words.change : words.join}
          isBusy={join.isPending}
          onJoin={(unitId) => join.mutate(unitId)}
          beside={mine.unit ? <Leave onLeft={onChanged} /> : null}
        />
      )}
    </>
  );
}

function Standing({ mine: { unit, unit_status, unit_name } }: { mine: MyUnit }) {
  if (unit)
    return (
      <p>
        {unit_status === 'leaving' ? words.unitLeaving : words.unitIn}
        <strong>{unit.name}</strong>
        <span className={css.quiet}> {[unit.level_name, unit.area_name].join(' · ')}</span>
      </p>
    );
  return unit_name === '' ? (
    <p>{words.unitMissing}</p>
  ) : (
    <p>
      {words.unitNone}
      <strong>{unit_name}</strong>
    </p>
  );
}

function Leave({ onLeft }: { onLeft: () => void }) {
  const [isAsked, setAsked] = useState(false);
  const { onSuccess, onError } = useChange(() => words.left, onLeft);
  const leave = useMutation({
    mutationFn: () => send(leaveUnit, {}),
    onSuccess: (mine) => {
      setAsked(false);
      onSuccess(mine);
    },
    onError,
  });
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        {words.leave}
      </Button>
      <Modal
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={words.leave}
        size={confirmWidth}
        centered
        closeButtonProps={{ 'aria-label': words.close }}
      >
        <Text>{words.leaveSure}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => setAsked(false)} data-autofocus>
            {words.cancel}
          </Button>
          <Button color="red" loading={leave.isPending} onClick={() => leave.mutate()}>
            {words.leaveYes}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
