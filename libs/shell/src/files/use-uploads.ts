import { send } from '@cme/commons/api-client';
import {
  type FileKind,
  type FileRef,
  fileState,
  myfileDelete,
  type MyFile,
} from '@cme/contract/person';
import { useEffect, useReducer, useRef, useState } from 'react';
import { fileWords as words } from './file.words.ts';
import { readPendingUploads, markPending } from './pending-uploads.ts';
import { sendFile, type Uploading } from './upload.client.ts';
import { useConnection } from './use-connection.ts';
import {
  fileError,
  toFileRef,
  toUploadState,
  resumeLost,
  type UploadItem,
  uploads,
} from './uploads.rules.ts';

/** Maximum number of parallel uploads; the others wait. */
const maxParallel = 2;
/** Polling interval for the scan, in milliseconds. */
const pollInterval = 800;

interface Options {
  kind: FileKind;
  /** Distinguishes this field from others on the page after a reload. */
  name: string;
  /** How many more files may be chosen. */
  room: number;
  most: number;
  onReady(file: FileRef): void;
}

/** The uploads of one field and the actions on them. */
export function useUploads({ kind, name, room, most, onReady }: Options) {
  const [items, dispatch] = useReducer(uploads, []);
  const [announcement, announce] = useState('');
  const [validationError, setValidationError] = useState('');
  const latestOnReady = useRef(onReady);
  useEffect(() => void (latestOnReady.current = onReady));
  const updateRow = (key: string, change: Partial<UploadItem>) =>
    dispatch({ type: 'set', key, set: change });

  const removeRow = (key: string) => dispatch({ type: 'gone', key });
  const { start, stop } = useSending(kind, name, { set: updateRow, forget: removeRow, announce });
  const takeFile = (item: UploadItem, file: MyFile) => {
    if (file.file_status === 'ready') {
      dispatch({ type: 'gone', key: item.key });
      markPending(name, file.file_id, false);
      announce(words.announcements.ready(file.name));
      return latestOnReady.current(toFileRef(file));
    }
    if (file.file_status === 'refused') {
      markPending(name, file.file_id, false);
      announce(words.announcements.trouble(item.name, `${words.refused}：${file.reason}`));
    }
    updateRow(item.key, toUploadState(file));
  };

  useEffect(() => {
    const busy = items.filter(({ state }) => state === 'sending').length;
    for (const item of items
      .filter(({ state }) => state === 'waiting')
      .slice(0, maxParallel - busy))
      start(item);
  });
  useChecking(items, takeFile);
  useRecovery(name, dispatch, items, takeFile);
  useConnection(items, {
    onDisconnect(item) {
      stop(item.key);
      updateRow(item.key, { state: 'failed', reason: words.offline });
      announce(words.announcements.trouble(item.name, words.offline));
    },
    onReconnect: (item) => updateRow(item.key, { state: 'waiting' }),
  });
  return {
    items,
    announcement,
    validationError,
    choose(files: readonly File[]) {
      const freeRoom =
        room - items.filter(({ state }) => !['refused', 'lost'].includes(state)).length;
      setValidationError(files.length > freeRoom ? words.tooMany(most) : '');
      const chosen = files
        .slice(0, Math.max(0, freeRoom))
        .map((file) => resumeLost(createItem(file, kind), items));
      dispatch({ type: 'chosen', items: chosen });
      for (const { state, name: fileName, reason } of chosen)
        announce(
          state === 'refused'
            ? words.announcements.trouble(fileName, reason)
            : words.announcements.sending(fileName),
        );
    },
    pause(item: UploadItem) {
      stop(item.key);
      updateRow(item.key, { state: 'paused' });
      announce(words.announcements.paused(item.name));
    },
    resume: (item: UploadItem) => updateRow(item.key, { state: 'waiting' }),
    remove(item: UploadItem) {
      stop(item.key);
      dispatch({ type: 'gone', key: item.key });
      announce(words.announcements.removed(item.name));
      if (!item.file_id) return;
      discardUpload(name, item.file_id);
    },
  };
}

function discardUpload(name: string, fileId: string): void {
  markPending(name, fileId, false);
  send(myfileDelete, { file_id: fileId }).catch(() => undefined);
}

interface RowUpdates {
  set(key: string, change: Partial<UploadItem>): void;
  forget(key: string): void;
  announce(text: string): void;
}

/** Uploads files and aborts them on unmount; what has been uploaded stays on the server. */
function useSending(kind: FileKind, name: string, { set, forget, announce }: RowUpdates) {
  const sending = useRef(new Map<string, Uploading>());
  useEffect(() => {
    const running = sending.current;
    return () => {
      for (const uploading of running.values()) uploading.stop();
      running.clear();
    };
  }, []);
  const start = (item: UploadItem) => {
    if (!item.file || sending.current.has(item.key)) return;
    const { key } = item;
    const finish = (change: Partial<UploadItem>) => {
      sending.current.delete(key);
      set(key, change);
    };
    set(key, { state: 'sending', reason: '' });
    const uploading = sendFile(item.file, kind, {
      started: ({ file_id, uploaded }) => {
        markPending(name, file_id, true);
        // Removes the row that was restored after the reload under its server id.
        forget(file_id);
        if (item.file_id && item.file_id !== file_id) discardUpload(name, item.file_id);
        set(key, { file_id, sent: uploaded });
      },
      progress: (sent) => set(key, { sent }),
      uploaded: (fileId) => finish({ file_id: fileId, state: 'checking', sent: item.size }),
      failed: (reason) => {
        finish({ state: 'failed', reason });
        announce(words.announcements.trouble(item.name, reason));
      },
    });
    sending.current.set(key, uploading);
  };

  const stop = (key: string) => {
    sending.current.get(key)?.stop();
    sending.current.delete(key);
  };
  return { start, stop };
}

let chosenFiles = 0;

function createItem(file: File, kind: FileKind): UploadItem {
  const reason = fileError(file, kind);
  chosenFiles += 1;
  return {
    key: `chosen ${chosenFiles}`,
    name: file.name,
    size: file.size,
    sent: 0,
    state: reason ? 'refused' : 'waiting',
    reason,
    file_id: '',
    file,
  };
}

type Take = (item: UploadItem, file: MyFile) => void;

/** Polls the files that the server is scanning until there is a result. */
function useChecking(items: readonly UploadItem[], onChecked: Take): void {
  const checking = items.filter(({ state }) => state === 'checking');
  const ids = checking.map(({ file_id }) => file_id).join();
  const latest = useRef({ checking, take: onChecked });
  useEffect(() => void (latest.current = { checking, take: onChecked }));
  useEffect(() => {
    if (!ids) return;
    const pollStates = () =>
      send(fileState, { file_ids: ids.split(',') }).then(
        ({ list }) => {
          for (const item of latest.current.checking) {
            const file = list.find(({ file_id }) => file_id === item.file_id);
            if (file && file.file_status !== 'checking') latest.current.take(item, file);
          }
        },
        () => undefined,
      );
    const timer = setInterval(pollStates, pollInterval);
    return () => clearInterval(timer);
  }, [ids]);
}

/** Restores the uploads that this tab had in progress before a reload. */
function useRecovery(
  name: string,
  dispatch: (event: { type: 'chosen'; items: UploadItem[] }) => void,
  items: readonly UploadItem[],
  take: Take,
): void {
  const latest = useRef({ items, take });
  useEffect(() => void (latest.current = { items, take }));
  useEffect(() => {
    const ids = readPendingUploads(name);
    if (ids.length === 0) return;
    let isWanted = true;
    const restoreItems = ({ list }: { list: MyFile[] }) => {
      if (!isWanted) return;
      for (const file of list) {
        const { file_id, size, uploaded: sent } = file;
        if (latest.current.items.some((item) => item.file_id === file_id)) continue;
        const item: UploadItem = {
          key: file_id,
          name: file.name,
          size,
          sent,
          state: 'lost',
          reason: '',
          file_id,
        };
        if (file.file_status !== 'ready') dispatch({ type: 'chosen', items: [item] });
        if (file.file_status !== 'uploading') latest.current.take(item, file);
      }
    };
    send(fileState, { file_ids: ids }).then(restoreItems, () => undefined);
    return () => void (isWanted = false);
  }, [name, dispatch]);
}
