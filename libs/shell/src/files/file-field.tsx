import type { FileKind, FileRef } from '@cme/contract/person';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import styles from './file-field.module.css';
import { FileIcon } from './file-icon.tsx';
import { FileRow, ReadyRow } from './file-row.tsx';
import { fileWords as words } from './file.words.ts';
import { getAcceptedTypes, type UploadItem } from './uploads.rules.ts';
import { useUploads } from './use-uploads.ts';

interface Props {
  /** The kind of files, such as 证明材料; also the accessible name of the field. */
  label: string;
  kind: FileKind;
  /** What to choose, such as 首页和盖章页. */
  hint?: string;
  /** The uploaded and scanned files; the form sends their `file_id`. */
  value: readonly FileRef[];
  onChange(files: FileRef[]): void;
  /**
   * Called when an upload starts and when all are done; the form must not be submitted in
   * between.
   */
  onBusy?(isBusy: boolean): void;
  /** Distinguishes this field from others of the same kind when uploads resume after a reload. */
  name?: string;
  /** Maximum number of files. */
  most?: number;
  /** The maximum is that of one upload: the files go elsewhere. */
  isEachTime?: boolean;
  required?: boolean;
  error?: string | undefined;
}

/**
 * File input with drag and drop and camera. Each file shows its progress and can be paused;
 * uploads resume after a lost connection or a reload.
 */
export function FileField(props: Props) {
  const { label, kind, value, onChange, onBusy, name = kind, most = 5, required, error } = props;
  const { isEachTime = false } = props;
  const id = useId();
  const chooser = useRef<HTMLButtonElement>(null);
  const latestValue = useRef(value);
  useEffect(() => void (latestValue.current = value));
  const { items, announcement, validationError, choose, pause, resume, remove } = useUploads({
    kind,
    name,
    most,
    room: most - value.length,
    onReady(file) {
      if (latestValue.current.some(({ file_id }) => file_id === file.file_id)) return;
      latestValue.current = [...latestValue.current, file];
      onChange([...latestValue.current]);
    },
  });
  useBusy(items, onBusy);
  const room = most - value.length - items.filter(({ state }) => state !== 'refused').length;
  const shownError = error || validationError;
  return (
    <div
      role="group"
      aria-labelledby={`${id}label`}
      aria-describedby={shownError ? `${id}limits ${id}error` : `${id}limits`}
      className={styles['field']}
    >
      <div id={`${id}label`} className={styles['label']}>
        {label}
        {required ? (
          <span aria-hidden="true" className={styles['required']}>
            {' *'}
          </span>
        ) : null}
      </div>
      <p id={`${id}limits`} className={styles['limits']}>
        {props.hint ? <span className={styles['about']}>{props.hint}</span> : null}
        {words.limits(kind, most, isEachTime)}
      </p>
      <Chooser {...{ kind, label, room, chooser, choose }} hasError={Boolean(shownError)} />
      {shownError ? (
        <div id={`${id}error`} className={styles['error']}>
          {shownError}
        </div>
      ) : null}
      {value.length + items.length > 0 ? (
        <ul aria-label={words.list} className={styles['list']}>
          {value.map((file) => (
            <ReadyRow
              key={file.file_id}
              file={file}
              onRemove={() => {
                onChange(value.filter(({ file_id }) => file_id !== file.file_id));
                chooser.current?.focus();
              }}
            />
          ))}
          {items.map((item) => (
            <FileRow
              key={item.key}
              item={item}
              onPause={() => pause(item)}
              onResume={() => resume(item)}
              onChoose={() => chooser.current?.click()}
              onRemove={() => {
                remove(item);
                chooser.current?.focus();
              }}
            />
          ))}
        </ul>
      ) : null}
      <div role="status" className="hidden">
        {announcement}
      </div>
    </div>
  );
}

/** When the field unmounts, its uploads no longer count as busy. */
function useBusy(items: readonly UploadItem[], onBusy: Props['onBusy']): void {
  const isBusy = items.some(({ state }) => state !== 'refused');
  const latestTell = useRef(onBusy);
  useEffect(() => void (latestTell.current = onBusy));
  useEffect(() => latestTell.current?.(isBusy), [isBusy]);
  useEffect(() => () => latestTell.current?.(false), []);
}

interface ChooserProps {
  kind: FileKind;
  label: string;
  room: number;
  hasError: boolean;
  chooser: React.RefObject<HTMLButtonElement | null>;
  choose(files: readonly File[]): void;
}

function Chooser({ kind, label, room, hasError, chooser, choose }: ChooserProps) {
  const [isOver, setOver] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const takeFiles = (input: HTMLInputElement) => {
    choose([...(input.files ?? [])]);
    // Lets the same file be chosen again.
    input.value = '';
  };
  const dropFiles = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    choose([...event.dataTransfer.files]);
  };
  return (
    <div
      className={styles['drop']}
      data-over={isOver || undefined}
      data-error={hasError || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropFiles}
    >
      <button
        ref={chooser}
        type="button"
        className={styles['choose']}
        aria-disabled={room <= 0}
        onClick={() => files.current?.click()}
      >
        <FileIcon name="upload" />
        {words.choose}
      </button>
      <button type="button" className={styles['camera']} onClick={() => camera.current?.click()}>
        {words.photo}
      </button>
      <span className={styles['hint']}>{words.drop}</span>
      <input
        ref={files}
        type="file"
        className="hidden"
        tabIndex={-1}
        multiple
        accept={getAcceptedTypes(kind)}
        aria-label={words.of(label, words.choose)}
        onChange={(event) => takeFiles(event.currentTarget)}
      />
      <input
        ref={camera}
        type="file"
        className="hidden"
        tabIndex={-1}
        accept="image/jpeg,image/png"
        capture="environment"
        aria-label={words.of(label, words.photo)}
        onChange={(event) => takeFiles(event.currentTarget)}
      />
    </div>
  );
}
