import { send } from '@cme/commons/api-client';
import type { DataOf } from '@cme/contract/base';
import { deviceList, type DeviceRow, deviceSignOut } from '@cme/contract/person';
import { Badge, Button, ErrorState, momentInWords, Skeleton, toast } from '@cme/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { devicesQuery } from '../frame/setting.queries.ts';
import css from '../frame/setting.module.css';
import { words } from '../frame/setting.words.ts';
import { SignOutOthers } from './sign-out-others.tsx';
import { ViewFrame } from '../frame/view-frame.tsx';

/** Devices that are signed in, and signing them out. */
export function DevicesView() {
  const { data, error, isFetching, refetch } = useQuery(devicesQuery());
  return (
    <ViewFrame title={words.devices}>
      {data ? <Devices list={data.list} /> : null}
      {!data && error && !isFetching ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : null}
      {!data && (!error || isFetching) ? <Skeleton height={160} /> : null}
    </ViewFrame>
  );
}

function Devices({ list }: { list: DeviceRow[] }) {
  const client = useQueryClient();
  const intro = useRef<HTMLParagraphElement>(null);
  const showDevices = (left: DataOf<typeof deviceList>, done: string) => {
    client.setQueryData(devicesQuery().queryKey, left);
    toast.success(done);
    // The pressed button is gone, so the focus moves here.
    intro.current?.focus();
  };
  const isAlone = list.every(({ is_current }) => is_current === 'Y');
  return (
    <>
      <p ref={intro} tabIndex={-1}>
        {isAlone ? words.noOther : words.devicesIntro}
      </p>
      <ul className={css.rows}>
        {list.map((row) => (
          <Device
            key={row.session_id}
            row={row}
            onGone={(left) => showDevices(left, words.signedOut)}
          />
        ))}
      </ul>
      {isAlone ? null : (
        <SignOutOthers onDone={(left) => showDevices(left, words.othersSignedOut)} />
      )}
    </>
  );
}

interface DeviceProps {
  row: DeviceRow;
  onGone: (left: DataOf<typeof deviceList>) => void;
}

function Device({ row, onGone }: DeviceProps) {
  const { session_id, device, address, signed_in_at, seen_at, is_current } = row;
  const client = useQueryClient();
  const signOut = useMutation({
    mutationFn: () => send(deviceSignOut, { session_id }),
    onSuccess: onGone,
    onError: (error) => {
      toast.error(error.message);
      void client.invalidateQueries({ queryKey: devicesQuery().queryKey });
    },
  });
  const signedIn = momentInWords(signed_in_at);
  return (
    <li>
      <div>
        <strong>{device}</strong>
        {is_current === 'Y' ? <Badge variant="light">{words.thisDevice}</Badge> : null}
        <p>{words.signedInAt(signedIn)}</p>
        {address ? <p>{address}</p> : null}
        <p>{words.lastSeen(momentInWords(seen_at))}</p>
      </div>
      {is_current === 'Y' ? null : (
        <Button
          variant="default"
          aria-label={words.signOutOf(device, signedIn)}
          loading={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          {words.signOut}
        </Button>
      )}
    </li>
  );
}
