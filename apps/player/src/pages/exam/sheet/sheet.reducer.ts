import type { DataOf, ParsedBodyOf } from '@cme/contract/base';
import type { examAttempt, examSave } from '@cme/contract/study';
import { isTooLong } from './answer-length.ts';
import type { StoredAnswer } from './outbox.ts';

export type Attempt = DataOf<typeof examAttempt>;
export type SaveReply = DataOf<typeof examSave>;
type WireAnswer = ParsedBodyOf<typeof examSave>['answers'][number];

/** The answer to a question. The higher version is the newer one, whichever page it comes from. */
export type Answer = Omit<StoredAnswer, 'qid'>;

export interface SheetState {
  answers: Readonly<Record<string, Answer>>;
  /** Questions whose latest answer is not stored on the server yet. */
  unsaved: readonly string[];
  /** Those of them that are too long to be sent. They stay on the page and on the device. */
  tooLong: readonly string[];
  /** `offline`: no response from the server; answers are kept on this device. */
  saveStatus: 'idle' | 'saving' | 'saved' | 'offline';
  savedAt: string;
  /** Another page has taken over this attempt, or it has been submitted. */
  interruption: 'moved' | 'finished' | undefined;
  /** Questions whose newer answer came from another page. */
  replaced: readonly string[];
  deadline: number;
  /** Consecutive failed saves. */
  failures: number;
}

export type SheetEvent =
  | { type: 'answered'; qid: string; answer: string[]; isTooLong?: boolean }
  | { type: 'markToggled'; qid: string }
  | { type: 'storedOnDevice' }
  | { type: 'saveStarted' }
  /** No response so far, or the browser reports that it is offline. */
  | { type: 'networkLost' }
  | { type: 'saved'; reply: SaveReply; sent: readonly StoredAnswer[] }
  | { type: 'saveFailed'; code: string | undefined }
  | { type: 'replacedRead' }
  | { type: 'submitted' };

const noAnswer: Answer = { answer: [], marked: false, version: 0 };
const retryDelays = { first: 1500, factor: 1.5, longest: 8000 };
const isSameAnswer = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((key, index) => key === b[index]);

/** Merges the server's answers with newer ones stored on this device. */
export function initialSheet(
  attempt: Attempt,
  stored: readonly StoredAnswer[],
  isOffline: boolean,
): SheetState {
  const answers: Record<string, Answer> = Object.fromEntries(
    attempt.answers.map(({ qid, ...answerValue }) => [qid, parseAnswer(answerValue)]),
  );
  const unsaved: string[] = [];
  const replaced: string[] = [];
  for (const { qid, ...ownAnswer } of stored) {
    const serverAnswer = answers[qid] ?? noAnswer;
    if (ownAnswer.version > serverAnswer.version) {
      answers[qid] = ownAnswer;
      unsaved.push(qid);
    } else if (!isSameAnswer(ownAnswer.answer, serverAnswer.answer)) replaced.push(qid);
  }
  const itemOf = new Map(attempt.items.map((item) => [item.qid, item]));
  return {
    answers,
    unsaved,
    tooLong: unsaved.filter((qid) => isTooLong(itemOf.get(qid), answers[qid]?.answer ?? [])),
    saveStatus: isOffline ? 'offline' : 'idle',
    savedAt: '',
    interruption: undefined,
    replaced,
    deadline: attempt.deadline_ms,
    failures: 0,
  };
}

export function sheetReducer(state: SheetState, event: SheetEvent): SheetState {
  switch (event.type) {
    case 'answered':
      return changeAnswer({ ...state, tooLong: listTooLong(state, event) }, event.qid, {
        answer: event.answer,
      });
    case 'markToggled':
      return changeAnswer(state, event.qid, { marked: !state.answers[event.qid]?.marked });
    case 'storedOnDevice':
      return state.saveStatus === 'saving' ? { ...state, saveStatus: 'offline' } : state;
    case 'saveStarted':
      return findSendableAnswers(state).length > 0 && state.saveStatus !== 'offline'
        ? { ...state, saveStatus: 'saving' }
        : state;
    case 'networkLost':
      return { ...state, saveStatus: 'offline' };
    case 'saved':
      return applySaved(state, event.reply, event.sent);
    case 'saveFailed':
      return applyFailure(state, event.code);
    case 'replacedRead':
      return { ...state, replaced: [] };
    case 'submitted':
      return { ...state, unsaved: [], tooLong: [] };
  }
}

const listTooLong = (
  { tooLong }: SheetState,
  { qid, isTooLong: isOver = false }: { qid: string; isTooLong?: boolean },
): string[] => [...tooLong.filter((other) => other !== qid), ...(isOver ? [qid] : [])];

function changeAnswer(state: SheetState, qid: string, part: Partial<Answer>): SheetState {
  const previous = state.answers[qid] ?? noAnswer;
  const unsaved = new Set([...state.unsaved, qid]);
  return {
    ...state,
    answers: { ...state.answers, [qid]: { ...previous, ...part, version: previous.version + 1 } },
    unsaved: [...unsaved],
    replaced: state.replaced.filter((id) => id !== qid),
    saveStatus: hasMore(unsaved, state.tooLong) ? 'saving' : state.saveStatus,
  };
}

function applySaved(
  state: SheetState,
  reply: SaveReply,
  sent: readonly StoredAnswer[],
): SheetState {
  const answers = { ...state.answers };
  const unsaved = new Set(state.unsaved);
  const replaced = new Set(state.replaced);
  const sentVersion = new Map(sent.map(({ qid, version }) => [qid, version]));
  for (const { qid, version } of reply.saved)
    if (answers[qid]?.version === version) unsaved.delete(qid);
  for (const { qid, ...serverAnswer } of reply.stale) {
    const ownAnswer = answers[qid] ?? noAnswer;
    if (ownAnswer.version !== sentVersion.get(qid)) {
      // Changed while the earlier answer was being sent, so it is the newest.
      answers[qid] = {
        ...ownAnswer,
        version: Math.max(ownAnswer.version, serverAnswer.version + 1),
      };
      continue;
    }
    unsaved.delete(qid);
    const isSame = isSameAnswer(serverAnswer.answer, ownAnswer.answer);
    // Only the acknowledgement was lost: this is our own answer.
    if (isSame && serverAnswer.version === ownAnswer.version) continue;
    answers[qid] = parseAnswer(serverAnswer);
    if (!isSame) replaced.add(qid);
  }
  return {
    ...state,
    answers,
    unsaved: [...unsaved],
    replaced: [...replaced],
    saveStatus: hasMore(unsaved, state.tooLong) ? 'saving' : 'saved',
    savedAt: sent.length > 0 ? reply.saved_at.slice(-8) : state.savedAt,
    deadline: reply.deadline_ms,
    failures: 0,
  };
}

const hasMore = (unsaved: ReadonlySet<string>, tooLong: readonly string[]) =>
  [...unsaved].some((qid) => !tooLong.includes(qid));

function applyFailure(state: SheetState, code: string | undefined): SheetState {
  if (code === 'exam_moved') return { ...state, interruption: 'moved' };
  if (code === 'exam_over') return { ...state, interruption: 'finished' };
  return { ...state, failures: state.failures + 1, saveStatus: 'offline' };
}

/** Delay before the next retry after this many consecutive failures. */
export function retryDelay(failures: number): number {
  const { first, factor, longest } = retryDelays;
  return Math.min(first * factor ** (failures - 1), longest);
}

/** What can be sent now. */
export const findSendableAnswers = (state: SheetState): StoredAnswer[] =>
  findUnsavedAnswers(state).filter(({ qid }) => !state.tooLong.includes(qid));

export const findUnsavedAnswers = ({ answers, unsaved }: SheetState): StoredAnswer[] =>
  unsaved.map((qid) => ({ qid, ...(answers[qid] ?? noAnswer) }));

export const formatAnswers = (answers: readonly StoredAnswer[]): WireAnswer[] =>
  answers.map(({ marked, ...rest }) => ({ ...rest, marked: marked ? 'Y' : 'N' }));

function parseAnswer({ answer, version, marked }: Omit<WireAnswer, 'qid'>): Answer {
  return { answer, version, marked: marked === 'Y' };
}
