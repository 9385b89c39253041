import type { FileRef } from '@cme/contract/person';
import { Icon } from '@cme/ui';
import styles from './file-field.module.css';
import { FileIcon } from './file-icon.tsx';
import { fileWords as words, formatSize } from './file.words.ts';
import { getPercent, type UploadItem } from './uploads.rules.ts';

export function ReadyRow({ file, onRemove }: { file: FileRef; onRemove(): void }) {
  return (
    <li className={styles['row']} data-state="ready">
      <Icon name="check" className={styles['done'] ?? ''} />
      <div className={styles['about']}>
        <span className={styles['name']}>{file.name}</span>
        <span className={styles['state']}>
          {formatSize(file.size)} · {words.ready}
        </span>
      </div>
      <Action label={words.remove} name={file.name} onClick={onRemove} />
    </li>
  );
}

interface Props {
  item: UploadItem;
  onPause(): void;
  onResume(): void;
  onChoose(): void;
  onRemove(): void;
}

export function FileRow({ item, onPause, onResume, onChoose, onRemove }: Props) {
  const { name, state } = item;
  const percent = getPercent(item);
  const isTrouble = state === 'refused' || state === 'failed';
  return (
    <li className={styles['row']} data-state={state}>
      {isTrouble ? (
        <Icon name="alert" className={styles['kind'] ?? ''} />
      ) : (
        <FileIcon name="file" className={styles['kind'] ?? ''} />
      )}
      <div className={styles['about']}>
        <span className={styles['name']}>{name}</span>
        <span className={styles['state']}>
          {formatSize(item.size)} · {formatState(item, percent)}
        </span>
        {isTrouble ? null : (
          <div
            role="progressbar"
            aria-label={words.progress(name)}
            aria-valuenow={percent}
            aria-valuemin={0}
            aria-valuemax={100}
            className={styles['bar']}
          >
            <div style={{ width: `${percent}%` }} />
          </div>
        )}
      </div>
      {state === 'sending' || state === 'waiting' ? (
        <Action label={words.pause} name={name} onClick={onPause} />
      ) : null}
      {state === 'paused' ? <Action label={words.resume} name={name} onClick={onResume} /> : null}
      {state === 'failed' ? <Action label={words.retry} name={name} onClick={onResume} /> : null}
      {state === 'lost' ? <Action label={words.again} name={name} onClick={onChoose} /> : null}
      <Action label={words.remove} name={name} onClick={onRemove} />
    </li>
  );
}

function formatState({ state, reason }: UploadItem, percent: number): string {
  if (state === 'refused') return `${words.refused}：${reason}`;
  if (state === 'failed') return reason || words.failed;
  if (state === 'checking') return words.checking;
  if (state === 'waiting') return words.waiting;
  return words[state](percent);
}

function Action({ label, name, onClick }: { label: string; name: string; onClick(): void }) {
  return (
    <button type="button" className={styles['action']} onClick={onClick}>
      {label}
      <span className="hidden">{` ${name}`}</span>
    </button>
  );
}
