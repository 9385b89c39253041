import { isCallError, send } from '@cme/commons/api-client';
import { countCharacters } from '@cme/contract/base';
import { type FactApplicant, unitFactAudit, unitFactProof } from '@cme/contract/person';
import { Button, EmptyState, ErrorState, RowSkeletons, toast } from '@cme/ui';
import { useOpenFile } from '@cme/shell';
import { LongText } from '@cme/ui/forms';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { unitFactsQuery } from '../frame/setting.queries.ts';
import { ViewFrame } from '../frame/view-frame.tsx';
import css from './facts.module.css';
import { factWords, unitFactWords as words } from './facts.words.ts';

/** Requests of the people of a unit, for its administrators. */
export function UnitFactsView() {
  const { data, error, isFetching, refetch } = useQuery(unitFactsQuery());
  return (
    <ViewFrame title={words.title}>
      {data?.total === 0 ? <EmptyState text={words.none} /> : null}
      {data && data.total > 0 ? (
        <ul className={css.records}>
          {data.list.map((request) => (
            <Request key={request.fact_id} request={request} />
          ))}
        </ul>
      ) : null}
      {data && data.total > data.list.length ? (
        <p className={css.quiet}>{words.more(data.total)}</p>
      ) : null}
      {!data && error && !isFetching ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : null}
      {!data && (!error || isFetching) ? <RowSkeletons count={3} height="6rem" /> : null}
    </ViewFrame>
  );
}

function Request({ request }: { request: FactApplicant }) {
  const [isRefusing, setRefusing] = useState(false);
  const { fact_id, real_name, kind_name, value_name, files } = request;
  const { audit, isBusy } = useAudit(fact_id);
  return (
    <li>
      <div className={css.head}>
        <strong>{real_name}</strong>
        <span className={css.quiet}>
          {[request.id_no, request.unit_name, request.title_name].filter(Boolean).join(' · ')}
        </span>
      </div>
      <p>
        {factWords.recordTo(
          kind_name,
          words.change(request.current_name, request.current_status_name, value_name),
        )}
      </p>
      <p className={css.quiet}>
        {`${factWords.wanted(request.effective_from)} · ${factWords.askedAt(request.created_at)}`}
      </p>
      <Proofs factId={fact_id} files={files} />
      {isRefusing ? (
        <Refusal
          isBusy={isBusy}
          onRefuse={(reason) => audit({ decision: 'refuse', reason })}
          onCancel={() => setRefusing(false)}
        />
      ) : (
        <div className={css.buttons}>
          <Button
            loading={isBusy}
            aria-label={words.approveOf(real_name, kind_name)}
            onClick={() => audit({ decision: 'approve', reason: '' })}
          >
            {words.approve}
          </Button>
          <Button
            variant="default"
            aria-label={words.refuseOf(real_name, kind_name)}
            onClick={() => setRefusing(true)}
          >
            {words.refuse}
          </Button>
        </div>
      )}
    </li>
  );
}

function useAudit(factId: string) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (verdict: { decision: 'approve' | 'refuse'; reason: string }) =>
      send(unitFactAudit, { fact_id: factId, ...verdict }),
    onSuccess: ({ fact_status }) =>
      toast.success(fact_status === 'verified' ? words.approved : words.refused),
    onError: (error) => toast.error(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: unitFactsQuery().queryKey }),
  });
  return { audit: mutation.mutate, isBusy: mutation.isPending };
}

function Proofs({ factId, files }: { factId: string; files: FactApplicant['files'] }) {
  const openFile = useOpenFile();
  const open = (fileId: string) =>
    send(unitFactProof, { fact_id: factId, file_id: fileId }).then(
      ({ url }) => openFile(url),
      (error: unknown) => toast.error(isCallError(error) ? error.message : words.failed),
    );
  return (
    <div className={css.proofs} role="group" aria-label={words.proofs}>
      {files.map(({ file_id, name }) => (
        <button key={file_id} type="button" onClick={() => void open(file_id)}>
          {words.openProof(name)}
        </button>
      ))}
    </div>
  );
}

interface RefusalProps {
  isBusy: boolean;
  onRefuse: (reason: string) => void;
  onCancel: () => void;
}

function Refusal({ isBusy, onRefuse, onCancel }: RefusalProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const refuse = () => {
    const length = countCharacters(reason.trim());
    setMissing(length < 5);
    if (length >= 5 && length <= 200) onRefuse(reason.trim());
  };
  return (
    <div className={css.refusal}>
      <LongText
        label={words.reason}
        description={words.reasonHint}
        required
        most={200}
        value={reason}
        error={isMissing ? words.reasonMissing : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={css.buttons}>
        <Button loading={isBusy} onClick={refuse}>
          {words.sureRefuse}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </div>
  );
}
