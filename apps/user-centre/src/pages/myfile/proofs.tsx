import { isCallError, send } from '@cme/commons/api-client';
import { type MyFile, myfileDownload, myfileList } from '@cme/contract/person';
import { EmptyState, ErrorState, RowSkeletons, toast } from '@cme/ui';
import { refresh, useOpenFile } from '@cme/shell';
import { FileField } from '@cme/shell/file-field';
import { NativeSelect } from '@cme/ui/forms';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import css from './myfile.module.css';
import { proofKinds, myfileWords as words } from './myfile.words.ts';
import { RemoveProof } from './remove-proof.tsx';

type Kind = keyof typeof proofKinds;

const proofsQuery = (kind: Kind) =>
  queryOptions({
    queryKey: ['myfile', 'list', kind],
    queryFn: ({ signal }) => send(myfileList, { kind, page_size: 100 }, { signal }),
    staleTime: 0,
  });

/** The user's proofs by kind: uploaded once, used in any number of declarations. */
export function Proofs() {
  const [kind, setKind] = useState<Kind>('proof');
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(proofsQuery(kind));
  const refreshFiles = () => void refresh(client, { queryKey: ['myfile'] });
  return (
    <>
      <p className={css.note}>{words.proofsNote}</p>
      <NativeSelect
        className={css.kinds}
        label={words.kind}
        value={kind}
        data={Object.entries(proofKinds).map(([value, label]) => ({ value, label }))}
        onChange={(event) => setKind(event.target.value as Kind)}
      />
      <FileField
        key={kind}
        label={proofKinds[kind]}
        kind={kind}
        name={`myfile.${kind}`}
        isEachTime
        value={[]}
        onChange={refreshFiles}
      />
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <RowSkeletons count={2} height="3rem" /> : null}
      {data?.total === 0 ? <EmptyState text={words.noProofs} /> : null}
      <ul className={css.proofs} aria-label={words.proofs}>
        {data?.list.map((file) => (
          <Proof key={file.file_id} file={file} onGone={refreshFiles} />
        ))}
      </ul>
    </>
  );
}

function Proof({ file, onGone }: { file: MyFile; onGone: () => void }) {
  const openFile = useOpenFile();
  const { file_id, name, file_status, file_status_name, reason, used_by, can_delete } = file;
  const showError = (error: unknown) =>
    toast.error(isCallError(error) ? error.message : words.proofFailed);
  const [isAsking, setAsking] = useState(false);
  const usedBy = used_by
    .map(({ title }) => title)
    .filter(Boolean)
    .join('、');
  return (
    <li>
      <span className={css.proofName}>{name}</span>
      <span className={css.proofState}>
        {reason || (usedBy ? words.usedBy(usedBy) : file_status_name)}
      </span>
      {file_status === 'ready' ? (
        <button
          type="button"
          onClick={() =>
            void send(myfileDownload, { file_id }).then(({ url }) => openFile(url), showError)
          }
          aria-label={words.openProof(name)}
        >
          {words.open}
        </button>
      ) : null}
      {can_delete === 'Y' ? (
        <button type="button" onClick={() => setAsking(true)} aria-label={words.removeProof(name)}>
          {words.remove}
        </button>
      ) : null}
      {isAsking ? (
        <RemoveProof file={file} onClose={() => setAsking(false)} onRemoved={onGone} />
      ) : null}
    </li>
  );
}
