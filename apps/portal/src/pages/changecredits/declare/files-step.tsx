import { declareFileLimit, type ExchangeKind } from '@cme/contract/credits';
import { RowSkeletons } from '@cme/ui';
import { FileField } from '@cme/shell/file-field';
import shared from '../changecredits.module.css';
import css from './declare.module.css';
import { declareWords as words } from '../changecredits.words.ts';
import { FromArchive } from './from-archive.tsx';
import type { Proofs } from './use-proofs.ts';

interface Props {
  kind: ExchangeKind;
  /** Restores interrupted uploads of this declaration only. */
  declareNo: string | undefined;
  proofs: Proofs;
  error: string | undefined;
}

/** Maximum number of files per proof. */
const maxFiles = 5;

export function FilesStep({ kind, declareNo, proofs, error }: Props) {
  const all = kind.need_files.flatMap(({ key }) => proofs.of(key)).length;
  return (
    <>
      <p className={shared.note}>{words.filesIntro}</p>
      {error ? (
        <p role="alert" className={shared.error} data-error>
          {error}
        </p>
      ) : null}
      {declareNo === undefined ? <RowSkeletons count={3} height="8rem" /> : null}
      <ul className={css.proofs}>
        {(declareNo === undefined ? [] : kind.need_files).map(({ key, name, hint, required }) => (
          <li key={key}>
            <FileField
              label={required === 'Y' ? name : `${name}${words.optional}`}
              hint={hint}
              name={`${declareNo}.${key}`}
              kind="proof"
              required={required === 'Y'}
              most={Math.min(maxFiles, declareFileLimit - all + proofs.of(key).length)}
              value={proofs.of(key)}
              onChange={(files) => proofs.take(key, files)}
              onBusy={(isBusy) => proofs.tellBusy(key, isBusy)}
            />
            <FromArchive
              name={name}
              room={Math.min(maxFiles - proofs.of(key).length, declareFileLimit - all)}
              chosen={proofs.of(key)}
              onChoose={(files) => proofs.take(key, files)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
