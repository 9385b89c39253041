export const toastTypes = ['info', 'success', 'error', 'warning', 'loading'] as const;
export type ToastType = (typeof toastTypes)[number];

/** In milliseconds and pixels. */
const toastTime = 3000;
export const toastTop = 8;
const notificationTime = 4500;

export interface Note {
  readonly key: string;
  readonly kind: 'toast' | 'notification';
  readonly type: ToastType;
  readonly title?: string;
  readonly message: string;
  /** Milliseconds; 0 stays until it is closed. */
  readonly duration: number;
  /** A link to follow. */
  readonly link?: NoteLink | undefined;
  /** Increases when it is shown again under the same key, which restarts its timer. */
  readonly revision: number;
}

interface NoteLink {
  readonly title: string;
  /** A value of `linkTo.*`. */
  readonly href: string;
}

interface Store {
  notes: readonly Note[];
  count: number;
  readonly listeners: Set<() => void>;
}

interface Options {
  duration?: number;
  /** A note with the key of a visible one replaces it. */
  key?: string;
  link?: NoteLink;
}

/** One list per page, even if two releases of this library are loaded. */
function getStore(): Store {
  const page = globalThis as { [key: symbol]: Store | undefined };
  return (page[Symbol.for('cme.toasts.1')] ??= { notes: [], count: 0, listeners: new Set() });
}

function addNote(note: Omit<Note, 'key' | 'revision'>, wantedKey?: string): () => void {
  const list = getStore();
  const revision = ++list.count;
  const key =
    wantedKey ?? list.notes.find((old) => isSame(old, note))?.key ?? `${note.type}-${revision}`;
  const added = { ...note, key, revision };
  const isShown = list.notes.some((old) => old.key === key);
  setNotes(
    isShown ? list.notes.map((old) => (old.key === key ? added : old)) : [...list.notes, added],
  );
  return () => closeNote(key);
}

/** The same note is not shown twice. */
function isSame(first: Note, second: Omit<Note, 'key' | 'revision'>): boolean {
  const alike = (['kind', 'type', 'title', 'message'] as const).every(
    (field) => first[field] === second[field],
  );
  return alike && first.link?.href === second.link?.href;
}

function setNotes(notes: readonly Note[]): void {
  const list = getStore();
  list.notes = notes;
  for (const listener of list.listeners) listener();
}

export function closeNote(key: string): void {
  setNotes(getStore().notes.filter((note) => note.key !== key));
}

export const currentNotes = (): readonly Note[] => getStore().notes;

export function onNotes(listener: () => void): () => void {
  getStore().listeners.add(listener);
  return () => getStore().listeners.delete(listener);
}

const createShow =
  (type: ToastType) =>
  (message: string, { duration = toastTime, key, link }: Options = {}) =>
    addNote({ kind: 'toast', type, message, duration, link }, key);

/**
 * A line at the top of the page. Each returns a function that dismisses it, for those that stay
 * (`duration` 0).
 */
export const toast = {
  info: createShow('info'),
  success: createShow('success'),
  error: createShow('error'),
  warning: createShow('warning'),
  loading: createShow('loading'),
};

/** A titled note in the corner. */
export function notify({
  type = 'info',
  title,
  message,
  duration = notificationTime,
  key,
  link,
}: Options & { type?: ToastType; title?: string; message: string }): () => void {
  return addNote({ kind: 'notification', type, title, message, duration, link }, key);
}
