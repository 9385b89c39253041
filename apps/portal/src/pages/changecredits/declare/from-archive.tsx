import { send } from '@cme/commons/api-client';
import { type FileRef, myfileList } from '@cme/contract/person';
import { EmptyState, ErrorState, RowSkeletons } from '@cme/ui';
import { Modal } from '@cme/ui/forms';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import css from './declare.module.css';
import { declareWords as words } from '../changecredits.words.ts';

const archiveQuery = queryOptions({
  queryKey: ['myfile', 'proofs'],
  queryFn: async ({ signal }) => {
    const fetchFiles = (kind: 'proof' | 'cert') =>
      send(myfileList, { kind, page_size: 100 }, { signal });
    const [proofs, certificates] = await Promise.all([fetchFiles('proof'), fetchFiles('cert')]);
    return [...proofs.list, ...certificates.list].filter(
      ({ file_status }) => file_status === 'ready',
    );
  },
  staleTime: 0,
});

interface Props {
  /** Name of the proof. */
  name: string;
  /** How many more files may be added. */
  room: number;
  chosen: readonly FileRef[];
  onChoose: (files: FileRef[]) => void;
}

/** Picks a file that was uploaded before. */
export function FromArchive({ name, room, chosen, onChoose }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={css.fromArchive}
        disabled={room < 1}
        aria-label={words.fromArchiveFor(name)}
        onClick={() => setOpen(true)}
      >
        {words.fromArchive}
      </button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={words.archive}>
        <Choices
          chosen={chosen}
          choose={(file) => {
            onChoose([...chosen, file]);
            setOpen(false);
          }}
        />
      </Modal>
    </>
  );
}

function Choices({
  chosen,
  choose,
}: {
  chosen: readonly FileRef[];
  choose: (file: FileRef) => void;
}) {
  const { data, error, refetch } = useQuery(archiveQuery);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowSkeletons count={3} height="3rem" />;
  const selectable = data.filter((file) => !chosen.some(({ file_id }) => file_id === file.file_id));
  if (selectable.length === 0) return <EmptyState text={words.archiveEmpty} />;
  return (
    <ul className={css.archive} aria-label={words.archive}>
      {selectable.map(({ file_id, name, format, size, created_at }) => (
        <li key={file_id}>
          <button type="button" onClick={() => choose({ file_id, name, format, size })}>
            <span>{name}</span>
            <span>{created_at.slice(0, 10)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
