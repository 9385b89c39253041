import { send } from '@cme/commons/api-client';
import { type DeclareDetail, exchangeDownload } from '@cme/contract/credits';
import { Button, toast } from '@cme/ui';
import { useOpenFile } from '@cme/shell';
import { useMutation } from '@tanstack/react-query';
import shared from '../changecredits.module.css';
import { detailWords as words } from '../changecredits.words.ts';

const formatSize = (bytes: number) =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`;

/** Download URLs expire after minutes, so they are requested on click. */
export function Proofs({ detail: { declare_no, files } }: { detail: DeclareDetail }) {
  const openFile = useOpenFile();
  const open = useMutation({
    mutationFn: (fileId: string) => send(exchangeDownload, { declare_no, file_id: fileId }),
    onSuccess: ({ url }) => openFile(url),
    onError: (error) => void toast.error(error.message),
  });
  return (
    <section className={shared.card} aria-labelledby="proofs">
      <h2 id="proofs">{words.files}</h2>
      {files.length === 0 ? <p className={shared.note}>{words.noFiles}</p> : null}
      <ul className={shared.files}>
        {files.map(({ file_id, name, need_name, size }) => (
          <li key={file_id}>
            <span>
              {need_name}
              <small>{`${name} · ${formatSize(size)}`}</small>
            </span>
            <Button
              variant="default"
              aria-label={words.open(name)}
              loading={open.isPending && open.variables === file_id}
              onClick={() => open.mutate(file_id)}
            >
              {words.openShort}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
