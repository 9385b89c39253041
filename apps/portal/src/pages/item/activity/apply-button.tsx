import { send } from '@cme/commons/api-client';
import { linkTo } from '@cme/commons/route-links';
import type { DataOf } from '@cme/contract/base';
import type { activityDetail } from '@cme/contract/study';
import { Button, LinkTo, toast } from '@cme/ui';
import { isSignInCancelled, refresh, useSignIn } from '@cme/shell';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import css from '../buy-bar.module.css';
import { activityWords as words } from './activity.words.ts';

const activityApply = async () => (await import('@cme/contract/study/activity')).activityApply;
const activityCancel = async () => (await import('@cme/contract/study/activity')).activityCancel;

export type Activity = DataOf<typeof activityDetail>;

interface Props {
  activity: Activity;
  settled: boolean;
}

/** The main button, determined by the server's `activity_action`. */
export function ApplyButton({ activity, settled }: Props) {
  const { activity_action } = activity;
  const change = useApply(activity);
  if (activity_action === 'apply')
    return (
      <Button
        size="md"
        className={css.main}
        loading={change.isPending || !settled}
        onClick={() => change.mutate('apply')}
      >
        {words.apply}
      </Button>
    );
  if (activity_action === 'cancel')
    return <CancelButton isPending={change.isPending} onCancel={() => change.mutate('cancel')} />;
  if (activity_action === 'applied') return <p className={css.note}>{words.applied}</p>;
  return (
    <>
      <p className={css.note}>{getNote(activity)}</p>
      <Button size="md" variant="default" component={LinkTo} to={linkTo.profession()}>
        {words.others}
      </Button>
    </>
  );
}

/** Guests are asked to sign in first; then the application continues. */
function useApply({ content_type, id }: Activity) {
  const client = useQueryClient();
  const requireSignIn = useSignIn();
  return useMutation({
    mutationFn: async (action: 'apply' | 'cancel') => {
      await requireSignIn();
      return send(action === 'apply' ? activityApply : activityCancel, { content_type, id });
    },
    onSuccess: ({ applied }) =>
      void toast.success(applied === 'Y' ? words.applied : words.canceledMine, { key: 'apply' }),
    onError: (error) => {
      if (!isSignInCancelled(error)) toast.error(error.message);
    },
    onSettled: () => void refresh(client, { queryKey: ['content', 'activity'] }),
  });
}

/** A seat that is given up may be lost, so it asks for confirmation. */
function CancelButton({ isPending, onCancel }: { isPending: boolean; onCancel: () => void }) {
  const [isAsking, setAsking] = useState(false);
  if (!isAsking)
    return (
      <>
        <p className={css.note}>{words.applied}</p>
        <Button size="md" variant="default" loading={isPending} onClick={() => setAsking(true)}>
          {words.cancel}
        </Button>
      </>
    );
  return (
    <>
      <p className={css.note} role="status">
        {words.sure}
      </p>
      <Button size="md" color="red" variant="outline" loading={isPending} onClick={onCancel}>
        {words.confirm}
      </Button>
      <Button size="md" variant="default" onClick={() => setAsking(false)}>
        {words.keep}
      </Button>
    </>
  );
}

function getNote({
  activity_action,
  activity_status,
  apply_from,
  cancel_reason,
}: Activity): string {
  if (activity_action === 'none') return words.notes.none;
  if (activity_status === 'not_open') return words.notes.not_open(apply_from.slice(0, 16));
  if (activity_status === 'canceled')
    return [words.notes.canceled, cancel_reason].filter(Boolean).join('');
  if (activity_status in words.notes)
    return words.notes[activity_status as 'full' | 'closed' | 'running' | 'ended'];
  return words.notes.over;
}
