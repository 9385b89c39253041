import type { DeclareDraft, ExchangeKind } from '@cme/contract';
import { Button, Icon, Progress } from '@cme/ui';
import { useRef } from 'react';
import shared from '../changecredits.module.css';
import css from './declare.module.css';
import { declareWords as words } from '../changecredits.words.ts';
import { accepted, type KnownFile, useProofs } from './use-proofs.ts';

type Files = DeclareDraft['files'];

interface Props {
  kind: ExchangeKind;
  draft: DeclareDraft;
  /** Names of those that were there when the page opened. */
  names: readonly KnownFile[];
  fault: string | undefined;
  onFiles: (make: (before: Files) => Files) => void;
}

export function FilesStep({ kind, draft, names, fault, onFiles }: Props) {
  const { nameOf, uploads, upload, giveUp } = useProofs(names, (need, file_id) =>
    onFiles((before) => [...before, { need, file_id }]),
  );
  return (
    <>
      <p className={shared.note}>{words.filesIntro}</p>
      {fault ? (
        <p role="alert" className={shared.error}>
          {fault}
        </p>
      ) : null}
      <ul className={css.proofs}>
        {kind.need_files.map(({ key, name, hint, required }) => (
          <li key={key}>
            <h3>
              {name}
              {required === 'Y' ? null : <small>{words.optional}</small>}
            </h3>
            {hint ? <p className={`${shared.note} ${css.hint}`}>{hint}</p> : null}
            <ul className={shared.files}>
              {draft.files
                .filter((file) => file.need === key)
                .map(({ file_id }) => (
                  <li key={file_id}>
                    <Icon name="check" size={18} />
                    <span>{nameOf(file_id)}</span>
                    <Button
                      variant="subtle"
                      color="gray"
                      aria-label={words.remove(nameOf(file_id))}
                      onClick={() =>
                        onFiles((before) => before.filter((file) => file.file_id !== file_id))
                      }
                    >
                      <Icon name="close" size={18} />
                    </Button>
                  </li>
                ))}
              {uploads
                .filter((one) => one.need === key)
                .map((one) => (
                  <li key={one.id} data-state={one.error ? 'refused' : 'uploading'}>
                    <span>{one.name}</span>
                    {one.error ? (
                      <span role="alert" className={shared.error}>
                        {one.error}
                      </span>
                    ) : (
                      <Progress
                        value={one.share * 100}
                        aria-label={`${one.share < 1 ? words.uploading : words.checking} ${one.name}`}
                        className={css.progress}
                      />
                    )}
                    <Button
                      variant="subtle"
                      color="gray"
                      aria-label={words.giveUp(one.name)}
                      onClick={() => giveUp(one.id)}
                    >
                      <Icon name="close" size={18} />
                    </Button>
                  </li>
                ))}
            </ul>
            <PickFile name={name} onPick={(files) => upload(key, files)} />
          </li>
        ))}
      </ul>
    </>
  );
}

function PickFile({ name, onPick }: { name: string; onPick: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        className="hidden"
        tabIndex={-1}
        aria-label={words.upload(name)}
        accept={accepted}
        multiple
        onChange={(event) => {
          onPick([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <Button variant="default" onClick={() => input.current?.click()}>
        {words.upload(name)}
      </Button>
    </>
  );
}
