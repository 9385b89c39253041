import { isCallFailed, send } from '@cme/commons/api-client';
import { examSave, type DataOf, type examAttempt } from '@cme/contract';
import type { Clock } from './clock.ts';
import { type Kept, writeOutbox } from './outbox.ts';

export type Attempt = DataOf<typeof examAttempt>;
export type Given = Omit<Kept, 'qid'>;
export interface SheetState {
  given: Readonly<Record<string, Given>>;
  /** Questions whose last answer the server does not have yet. */
  waiting: readonly string[];
  /** `away`: no answer from the server; what is given waits on this device. */
  save: 'idle' | 'saving' | 'saved' | 'away';
  savedAt: string;
  /** Another page answers this attempt now, or it was handed in. */
  halt: 'moved' | 'over' | undefined;
  /** Questions whose newer answer came from another page. */
  replaced: readonly string[];
  deadline: number;
}

/** Waits so long for more to be given, takes silence for a lost network after so long, gives an
 * answer up after so long. */
const times = {
  gather: 400,
  silent: 2500,
  lost: 12_000,
  again: 1500,
  againMost: 8000,
  beat: 20_000,
};
const nothing: Given = { answer: [], marked: false, version: 0 };
const same = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((key, at) => key === b[at]);

/** One attempt's answers: given here at once, kept on this device, told to the server until it
 * has them. Each carries a version, so that of two the newer one stays wherever it was given. */
export function openSheet(attempt: Attempt, kept: readonly Kept[], clock: Clock) {
  const { score_id, seat } = attempt;
  const given: Record<string, Given> = Object.fromEntries(
    attempt.answers.map(({ qid, answer, version, marked }) => [
      qid,
      { answer, version, marked: marked === 'Y' },
    ]),
  );
  const waiting = new Set<string>();
  const replaced = new Set<string>();
  for (const { qid, ...mine } of kept) {
    const stored = given[qid] ?? nothing;
    if (mine.version > stored.version) {
      given[qid] = mine;
      waiting.add(qid);
    } else if (!same(mine.answer, stored.answer)) replaced.add(qid);
  }

  const listeners = new Set<() => void>();
  let state: SheetState = {
    given: { ...given },
    waiting: [...waiting],
    save: 'idle',
    savedAt: '',
    halt: undefined,
    replaced: [...replaced],
    deadline: attempt.deadline_ms,
  };
  let running: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let lastHeard = performance.now();
  let closed = false;
  let storing: Promise<void> | undefined;
  let underWay: AbortController | undefined;

  const show = (part: Partial<SheetState> = {}) => {
    state = {
      ...state,
      given: { ...given },
      waiting: [...waiting],
      replaced: [...replaced],
      ...part,
    };
    for (const listener of listeners) listener();
  };
  const entries = (qids: Iterable<string> = waiting): Kept[] =>
    [...qids].map((qid) => ({ qid, ...(given[qid] ?? nothing) }));
  // A page that was left hears late answers, and the one that follows it has the outbox by then.
  const keep = async () => (closed ? undefined : writeOutbox(score_id, entries()));
  const onWire = () =>
    entries().map(({ marked, ...rest }) => ({
      ...rest,
      marked: marked ? ('Y' as const) : ('N' as const),
    }));

  function change(qid: string, part: Partial<Given>) {
    const before = given[qid] ?? nothing;
    given[qid] = { ...before, ...part, version: before.version + 1 };
    waiting.add(qid);
    replaced.delete(qid);
    const isAway = state.save === 'away' || storing !== undefined;
    show({ save: 'saving' });
    if (isAway) store();
    else void keep();
    if (failures === 0) plan(times.gather);
  }

  /** Nobody says that answers are kept on this device before they are. */
  function store() {
    const mine = keep().then(() => {
      if (storing !== mine) return;
      storing = undefined;
      if (state.save === 'saving') show({ save: 'away' });
    });
    storing = mine;
  }

  function plan(wait: number) {
    if (closed || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      void flush();
    }, wait);
  }

  function settle(
    { saved, stale }: Pick<DataOf<typeof examSave>, 'saved' | 'stale'>,
    sent: readonly Kept[],
  ) {
    const versions = new Map(sent.map(({ qid, version }) => [qid, version]));
    for (const { qid, version } of saved) if (given[qid]?.version === version) waiting.delete(qid);
    for (const { qid, version, answer, marked } of stale) {
      const mine = given[qid] ?? nothing;
      const isEcho =
        versions.get(qid) === version && mine.version === version && same(answer, mine.answer);
      if (isEcho) waiting.delete(qid);
      // Given again while the earlier answer was on its way: that is the newest of all.
      else if (mine.version !== versions.get(qid))
        given[qid] = { ...mine, version: Math.max(mine.version, version + 1) };
      else {
        given[qid] = { answer, version, marked: marked === 'Y' };
        waiting.delete(qid);
        if (!same(answer, mine.answer)) replaced.add(qid);
      }
    }
  }

  async function tell(keepalive: boolean) {
    const sent = entries();
    const askedAt = performance.now();
    const lost = new AbortController();
    underWay = lost;
    const silence = setTimeout(() => show({ save: 'away' }), times.silent);
    const limit = setTimeout(() => lost.abort(), times.lost);
    if (sent.length > 0 && state.save !== 'away') show({ save: 'saving' });
    try {
      const answer = await send(
        examSave,
        { score_id, seat, answers: onWire() },
        { keepalive, signal: lost.signal },
      );
      clock.heard(answer.server_time, askedAt);
      lastHeard = performance.now();
      failures = 0;
      settle(answer, sent);
      show({
        deadline: answer.deadline_ms,
        save: waiting.size > 0 ? 'saving' : 'saved',
        ...(sent.length > 0 && { savedAt: answer.saved_at.slice(-8) }),
      });
      await keep();
      if (waiting.size > 0) plan(times.gather);
    } catch (error) {
      if (closed) return;
      const code = isCallFailed(error) ? error.code : undefined;
      if (code === 'exam_moved') return show({ halt: 'moved' });
      if (code === 'exam_over') return show({ halt: 'over' });
      failures += 1;
      show({ save: 'away' });
      plan(Math.min(times.again * 1.5 ** (failures - 1), times.againMost));
    } finally {
      clearTimeout(silence);
      clearTimeout(limit);
    }
  }

  /** Tells what waits, one call at a time. Without anything to tell it asks for the time, and
   * whether this page still has the seat. */
  async function flush(keepalive = false): Promise<void> {
    if (state.halt || closed) return;
    if (running) {
      await running;
      if (waiting.size === 0 || failures > 0) return;
    }
    clearTimeout(timer);
    timer = undefined;
    running ??= tell(keepalive).finally(() => (running = undefined));
    return running;
  }

  const beat = setInterval(() => {
    if (document.visibilityState === 'visible' && performance.now() - lastHeard > times.beat - 1000)
      void flush();
  }, times.beat);
  const online = () => void flush();
  const offline = () => show({ save: 'away' });
  const hide = () => {
    if (waiting.size > 0 && !running) void flush(true);
  };
  // A device that slept has a stop-watch that slept too.
  const seen = () => document.visibilityState === 'visible' && void flush();
  addEventListener('online', online);
  addEventListener('offline', offline);
  addEventListener('pagehide', hide);
  document.addEventListener('visibilitychange', seen);
  if (waiting.size > 0) plan(0);
  if (typeof navigator !== 'undefined' && navigator.onLine === false)
    state = { ...state, save: 'away' };

  return {
    now: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    choose: (qid: string, answer: string[]) => change(qid, { answer }),
    mark: (qid: string) => change(qid, { marked: !given[qid]?.marked }),
    flush,
    /** What has to go along when the paper is handed in. */
    last: onWire,
    understood() {
      replaced.clear();
      show();
    },
    /** The paper is handed in: nothing waits here any more. */
    async done() {
      closed = true;
      clearTimeout(timer);
      underWay?.abort();
      await running;
      waiting.clear();
      await writeOutbox(score_id, []);
    },
    close() {
      hide();
      closed = true;
      clearTimeout(timer);
      clearInterval(beat);
      removeEventListener('online', online);
      removeEventListener('offline', offline);
      removeEventListener('pagehide', hide);
      document.removeEventListener('visibilitychange', seen);
      listeners.clear();
    },
  };
}
export type Sheet = ReturnType<typeof openSheet>;
