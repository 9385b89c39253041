import type { FileRef } from '@cme/contract/person';
import type { DeclareDraft, ExchangeKind } from '@cme/contract/credits';
import { useCallback, useState } from 'react';
import { declareWords as words } from '../changecredits.words.ts';
import { findMissingFile } from './draft.rules.ts';

type Files = DeclareDraft['files'];

/** The proofs of a draft, shared by all steps. */
export function useProofs(
  saved: readonly FileRef[],
  files: Files,
  onFiles: (make: (before: Files) => Files) => void,
) {
  const [knownFiles, setKnown] = useState<readonly FileRef[]>(saved);
  const [busyNeeds, setBusy] = useState<readonly string[]>([]);
  return {
    /** An upload is running, paused or waiting for its file. */
    isBusy: busyNeeds.length > 0,
    faultIn: (kind: ExchangeKind, draft: DeclareDraft) =>
      busyNeeds.length > 0 ? words.uploadsOpen : findMissingFile(kind, draft),
    of: (need: string): FileRef[] =>
      files
        .filter((file) => file.need === need)
        .map(
          ({ file_id }) =>
            knownFiles.find((file) => file.file_id === file_id) ?? {
              file_id,
              name: file_id,
              format: '',
              size: 0,
            },
        ),
    take(need: string, files: readonly FileRef[]) {
      setKnown((before) => [...before, ...files]);
      onFiles((before) => [
        ...before.filter((file) => file.need !== need),
        ...files.map(({ file_id }) => ({ need, file_id })),
      ]);
    },
    tellBusy: useCallback(
      (need: string, isBusy: boolean) =>
        setBusy((before) => {
          if (before.includes(need) === isBusy) return before;
          return isBusy ? [...before, need] : before.filter((item) => item !== need);
        }),
      [],
    ),
  };
}

export type Proofs = ReturnType<typeof useProofs>;
