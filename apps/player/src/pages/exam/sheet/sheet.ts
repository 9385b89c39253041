import { isCallError, send } from '@cme/commons/api-client';
import { examSave } from '@cme/contract/study';
import { addListeners } from '../../../components/listen.ts';
import type { Clock } from '../clock/clock.ts';
import { isTooLong } from './answer-length.ts';
import { type StoredAnswer, writeOutbox } from './outbox.ts';
import {
  type Attempt,
  initialSheet,
  retryDelay,
  type SheetEvent,
  sheetReducer,
  type SheetState,
  formatAnswers,
  findSendableAnswers,
  findUnsavedAnswers,
} from './sheet.reducer.ts';

/**
 * In milliseconds: debounce of saves, time without a response until it counts as offline, timeout
 * of a save, and heartbeat interval.
 */
const times = { gather: 400, silent: 2500, giveUp: 12_000, beat: 20_000 };

/**
 * The answers of an attempt: applied at once, stored on this device, and sent until the server
 * has stored them. The reducer decides, this carries it out.
 */
export function createSheet(attempt: Attempt, stored: readonly StoredAnswer[], clock: Clock) {
  const store = createStore(initialSheet(attempt, stored, navigator.onLine === false));
  const device = createDeviceStorage(attempt.score_id, store);
  const saver = createSaver(attempt, store, clock, device.write);
  const unlisten = listenToPage(store, saver);
  const itemOf = new Map(attempt.items.map((item) => [item.qid, item]));
  const change = (event: SheetEvent) => {
    const isOffline = store.now().saveStatus === 'offline' || device.isWriting();
    store.dispatch(event);
    if (isOffline) device.writeAndConfirm();
    else void device.write();
    if (store.now().failures === 0) saver.schedule(times.gather);
  };
  if (findSendableAnswers(store.now()).length > 0) saver.schedule(0);

  return {
    now: store.now,
    subscribe: store.subscribe,
    answer: (qid: string, answer: string[]) =>
      change({ type: 'answered', qid, answer, isTooLong: isTooLong(itemOf.get(qid), answer) }),
    toggleMark: (qid: string) => change({ type: 'markToggled', qid }),
    flush: () => saver.flush(),
    /** The unsaved answers, to be sent with the submission. */
    unsavedOnWire: () => formatAnswers(findSendableAnswers(store.now())),
    dismissReplaced: () => store.dispatch({ type: 'replacedRead' }),
    /** The exam has been submitted: clears the stored answers. */
    async submitted() {
      device.close();
      await saver.abort();
      store.dispatch({ type: 'submitted' });
      await writeOutbox(attempt.score_id, []);
    },
    close() {
      saver.flushOnLeave();
      device.close();
      saver.close();
      unlisten();
      store.close();
    },
  };
}
export type Sheet = ReturnType<typeof createSheet>;

function createStore(initial: SheetState) {
  const listeners = new Set<() => void>();
  let state = initial;
  return {
    now: () => state,
    dispatch(event: SheetEvent) {
      state = sheetReducer(state, event);
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => listeners.clear(),
  };
}
type Store = ReturnType<typeof createStore>;

/** Stores unsaved answers on this device. */
function createDeviceStorage(scoreId: string, store: Store) {
  let isClosed = false;
  let confirming: Promise<void> | undefined;
  // A page that was left still receives late responses, but by then its successor owns the
  // outbox.
  const write = async () =>
    isClosed ? undefined : writeOutbox(scoreId, findUnsavedAnswers(store.now()));
  return {
    write,
    isWriting: () => confirming !== undefined,
    /** Reports that answers are stored on this device once they are. */
    writeAndConfirm() {
      const currentWrite = write().then(() => {
        if (confirming !== currentWrite) return;
        confirming = undefined;
        store.dispatch({ type: 'storedOnDevice' });
      });
      confirming = currentWrite;
    },
    close: () => void (isClosed = true),
  };
}

/** Sends unsaved answers, one call at a time, with retries. */
function createSaver(
  { score_id, seat }: Attempt,
  store: Store,
  clock: Clock,
  writeToDevice: () => Promise<void>,
) {
  let running: Promise<void> | undefined;
  let request: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastReplyAt = performance.now();
  let isClosed = false;
  const hasUnsent = () => findSendableAnswers(store.now()).length > 0;

  function schedule(delay: number) {
    if (isClosed || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      void flush();
    }, delay);
  }

  async function save(keepalive: boolean) {
    const sent = findSendableAnswers(store.now());
    const sentAt = performance.now();
    const controller = new AbortController();
    request = controller;
    const timers = [
      setTimeout(() => store.dispatch({ type: 'networkLost' }), times.silent),
      setTimeout(() => controller.abort(), times.giveUp),
    ];
    store.dispatch({ type: 'saveStarted' });
    try {
      const body = { score_id, seat, answers: formatAnswers(sent) };
      const reply = await send(examSave, body, { keepalive, signal: controller.signal });
      lastReplyAt = performance.now();
      clock.sync(reply.server_time, sentAt);
      store.dispatch({ type: 'saved', reply, sent });
      await writeToDevice();
      if (hasUnsent()) schedule(times.gather);
    } catch (error) {
      if (isClosed) return;
      store.dispatch({ type: 'saveFailed', code: isCallError(error) ? error.code : undefined });
      if (!store.now().interruption) schedule(retryDelay(store.now().failures));
    } finally {
      for (const timer of timers) clearTimeout(timer);
    }
  }

  /** Saves now. Without unsaved answers it is a heartbeat: fetches the time, checks the seat. */
  async function flush(keepalive = false): Promise<void> {
    if (store.now().interruption || isClosed) return;
    if (running) {
      await running;
      if (!hasUnsent() || store.now().failures > 0) return;
    }
    clearTimeout(timer);
    timer = undefined;
    running ??= save(keepalive).finally(() => (running = undefined));
    return running;
  }

  function close() {
    isClosed = true;
    clearTimeout(timer);
  }
  return {
    schedule,
    flush,
    flushOnLeave() {
      if (hasUnsent() && !running) void flush(true);
    },
    isReplyOlderThan: (age: number) => performance.now() - lastReplyAt > age,
    close,
    async abort() {
      close();
      request?.abort();
      await running;
    },
  };
}
type Saver = ReturnType<typeof createSaver>;

function listenToPage(store: Store, saver: Saver): () => void {
  const isVisible = () => document.visibilityState === 'visible';
  const beat = setInterval(() => {
    if (isVisible() && saver.isReplyOlderThan(times.beat - 1000)) void saver.flush();
  }, times.beat);
  const unlisten = addListeners([
    [globalThis, 'online', () => void saver.flush()],
    [globalThis, 'offline', () => store.dispatch({ type: 'networkLost' })],
    [globalThis, 'pagehide', saver.flushOnLeave],
    // `performance.now()` stops while a device sleeps.
    [document, 'visibilitychange', () => void (isVisible() && saver.flush())],
  ]);
  return () => {
    clearInterval(beat);
    unlisten();
  };
}
