import { send } from '@cme/commons/api-client';
import { type ConsentRow, consentSet } from '@cme/contract/person';
import { Badge, Button, ErrorState, Skeleton, toast } from '@cme/ui';
import { Link } from '@cme/ui/router';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { personalWords as words } from './personal.words.ts';
import { consentsQuery } from '../frame/setting.queries.ts';
import css from '../frame/setting.module.css';
import { ViewFrame } from '../frame/view-frame.tsx';

/** The user's consents, and the consequences of withdrawing them. */
export function ConsentView() {
  const { data, error, isFetching, refetch } = useQuery(consentsQuery());
  return (
    <ViewFrame title={words.consents}>
      <p>{words.consentsIntro}</p>
      {data ? (
        <ul className={css.rows}>
          {data.list.map((row) => (
            <Consent key={`${row.kind} ${row.version}`} row={row} />
          ))}
        </ul>
      ) : null}
      {!data && error && !isFetching ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : null}
      {!data && (!error || isFetching) ? <Skeleton height={200} /> : null}
    </ViewFrame>
  );
}

function Consent({ row }: { row: ConsentRow }) {
  const { name, version, given_at, withdrawn_at, effect } = row;
  return (
    <li>
      <div className={css.consent}>
        <strong>{name}</strong>
        <Badge variant="light" color={withdrawn_at ? 'gray' : undefined}>
          {withdrawn_at ? words.withdrawn : words.given}
        </Badge>
        <p>{words.consentAt(version, given_at)}</p>
        {withdrawn_at ? <p>{words.withdrawnAt(withdrawn_at)}</p> : null}
        <p>{effect}</p>
      </div>
      <Change row={row} />
    </li>
  );
}

function Change({ row: { action, name } }: { row: ConsentRow }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (given: 'Y' | 'N') => send(consentSet, { kind: 'identity', given }),
    onSuccess: (data, given) => {
      client.setQueryData(consentsQuery().queryKey, data);
      toast.success(given === 'Y' ? words.givenAgain : words.withdrawnNow);
    },
    onError: (error) => toast.error(error.message),
  });
  if (action === 'close_account')
    return (
      <Button component={Link} to="?view=close" replace variant="default">
        {words.close}
      </Button>
    );
  if (action !== 'withdraw' && action !== 'give') return null;
  const label = action === 'give' ? words.giveAgain : words.withdraw;
  return (
    <Button
      variant="default"
      aria-label={`${label}：${name}`}
      loading={change.isPending}
      onClick={() => change.mutate(action === 'give' ? 'Y' : 'N')}
    >
      {label}
    </Button>
  );
}
