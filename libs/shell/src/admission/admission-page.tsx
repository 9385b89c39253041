import { send } from '@cme/commons/api-client';
import { site } from '@cme/commons/branding';
import { cancelUnit, joinUnit, type MyUnit, myUnit } from '@cme/contract/person';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { PageHead } from '../head/page-head.tsx';
import { Button, Drawing, ErrorState, Group, Text, toast } from '@cme/ui';
import { confirmWidth, Modal } from '@cme/ui/forms';
import { AdmissionUnit } from './admission-unit.tsx';
import { admissionWords as words } from './admission.words.ts';
import { useSignOut } from '../session/sign-out.ts';
import { userInfoQuery } from '../session/use-user-info.ts';

/** Milliseconds after which a waiting person is shown the unit's decision. */
const refetchInterval = 20_000;
const queryKey = ['user', 'admission'];

/** Replaces every page until the site's unit has admitted the person: who decides, since when, and
 * what has been decided. */
export function AdmissionPage() {
  const query = useQuery({
    queryKey,
    queryFn: () => send(myUnit, {}),
    refetchInterval,
    staleTime: 0,
  });
  const signOut = useSignOut();
  useDecision(query.data);
  if (!query.data && query.error && !query.isFetching)
    return <ErrorState isPage error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <div className="notice notice-whole" aria-busy="true" />;
  return <Standing mine={query.data} onSignOut={signOut} />;
}

/** A decision changes what the person may open. */
function useDecision(mine: MyUnit | undefined): void {
  const client = useQueryClient();
  const status = mine?.application?.status;
  const before = useRef(status);
  useEffect(() => {
    if (before.current !== undefined && before.current !== status)
      void client.invalidateQueries({ queryKey: userInfoQuery().queryKey });
    before.current = status;
  }, [client, status]);
}

function Standing({ mine, onSignOut }: { mine: MyUnit; onSignOut: () => void }) {
  const { application } = mine;
  const status = application?.status ?? 'cancelled';
  const unit = application?.unit.name ?? mine.unit_name;
  const isWaiting = status === 'waiting';
  const isRefused = status === 'refused';
  const title = isWaiting ? words.waiting : isRefused ? words.refused : words.withdrawn;
  const change = useChange();
  const [isChoosing, setChoosing] = useState(false);
  const applyToUnit = (unitId: string) => change.mutate(() => send(joinUnit, { unit_id: unitId }));
  return (
    <div className="notice notice-whole">
      <PageHead name={title} isHidden />
      <Drawing name={isWaiting ? 'early' : 'closed'} />
      <h1 className="notice-page">{title}</h1>
      {application && isWaiting ? (
        <>
          <p className="notice-text">{words.decides(unit)}</p>
          <p className="notice-hint">{words.since(application.created_at.slice(0, 16))}</p>
        </>
      ) : null}
      {application && isRefused ? (
        <>
          <p className="notice-text">{words.reason(unit, application.reason)}</p>
          <p className="notice-hint">{words.decidedAt(application.decided_at.slice(0, 16))}</p>
        </>
      ) : null}
      <p className="notice-hint">{words.contact(unit, site().service_phone)}</p>
      <Group className="notice-action" justify="center">
        {isWaiting ? (
          <Withdraw change={change} />
        ) : (
          <>
            {application ? (
              <Button
                loading={change.isPending}
                onClick={() => applyToUnit(application.unit.unit_id)}
              >
                {words.again}
              </Button>
            ) : null}
            <Button variant="default" onClick={() => setChoosing(true)} aria-expanded={isChoosing}>
              {words.other}
            </Button>
          </>
        )}
        <Button variant="default" onClick={onSignOut}>
          {words.signOut}
        </Button>
      </Group>
      {isChoosing && !isWaiting ? (
        <AdmissionUnit isBusy={change.isPending} onChoose={applyToUnit} />
      ) : null}
    </div>
  );
}

type Change = ReturnType<typeof useChange>;

function useChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (work: () => Promise<MyUnit>) => work(),
    onSuccess: (mine) => {
      client.setQueryData(queryKey, mine);
      toast.success(mine.application?.status === 'waiting' ? words.asked : words.withdrawnToast);
    },
    onError: (error: Error) => {
      toast.error(error.message);
      void client.invalidateQueries({ queryKey });
    },
  });
}

function Withdraw({ change }: { change: Change }) {
  const [isAsked, setAsked] = useState(false);
  const withdraw = () => {
    change.mutate(() => send(cancelUnit, {}));
    setAsked(false);
  };
  return (
    <>
      <Button variant="default" loading={change.isPending} onClick={() => setAsked(true)}>
        {words.withdraw}
      </Button>
      <Modal
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={words.withdraw}
        size={confirmWidth}
        centered
        closeButtonProps={{ 'aria-label': words.close }}
      >
        <Text>{words.withdrawSure}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => setAsked(false)} data-autofocus>
            {words.keep}
          </Button>
          <Button onClick={withdraw}>{words.withdraw}</Button>
        </Group>
      </Modal>
    </>
  );
}
