import { send } from '@cme/commons/api-client';
import { type MessageChoice, messageChoose, type MessageKind } from '@cme/contract/person';
import { ErrorState, Skeleton, toast } from '@cme/ui';
import { Switch } from '@cme/ui/forms';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { personalWords as words } from './personal.words.ts';
import { choicesQuery } from '../frame/setting.queries.ts';
import css from '../frame/setting.module.css';
import { ViewFrame } from '../frame/view-frame.tsx';

/** Which messages are sent, and which of them count as unread. */
export function NotifyView() {
  const { data, error, isFetching, refetch } = useQuery(choicesQuery());
  return (
    <ViewFrame title={words.notify}>
      <p>{words.notifyIntro}</p>
      {data ? (
        <ul className={css.rows}>
          {data.list.map((row) => (
            <Choice key={row.kind} row={row} />
          ))}
        </ul>
      ) : null}
      {!data && error && !isFetching ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : null}
      {!data && (!error || isFetching) ? <Skeleton height={320} /> : null}
    </ViewFrame>
  );
}

function Choice({ row }: { row: MessageChoice }) {
  const { kind, name, can_refuse } = row;
  const client = useQueryClient();
  const choose = useMutation({
    mutationFn: (change: Partial<Pick<MessageChoice, 'box' | 'badge'>>) =>
      send(messageChoose, {
        kind: kind as MessageKind,
        box: row.box,
        badge: row.badge,
        ...change,
      }),
    onSuccess: (data) => client.setQueryData(choicesQuery().queryKey, data),
    onError: (error) => toast.error(error.message),
  });
  const { box, badge } = choose.isPending ? { ...row, ...choose.variables } : row;
  const toFlag = (isOn: boolean) => (isOn ? 'Y' : 'N');
  // A switch that is disabled while saving would lose the focus.
  const changeChoice = (to: Parameters<typeof choose.mutate>[0]) => {
    if (!choose.isPending) choose.mutate(to);
  };
  return (
    <li>
      <div>
        <strong>{name}</strong>
        {can_refuse === 'N' ? <p>{words.mustTell}</p> : null}
      </div>
      <div className={css.switches}>
        <Switch
          label={words.box}
          aria-label={`${name}：${words.box}`}
          checked={box === 'Y'}
          disabled={can_refuse === 'N'}
          onChange={(event) => changeChoice({ box: toFlag(event.currentTarget.checked) })}
        />
        <Switch
          label={words.badge}
          aria-label={`${name}：${words.badge}`}
          checked={box === 'Y' && badge === 'Y'}
          disabled={box === 'N'}
          onChange={(event) => changeChoice({ badge: toFlag(event.currentTarget.checked) })}
        />
      </div>
    </li>
  );
}
