export const toastTypes = ['info', 'success', 'error', 'warning', 'loading'] as const;
export type ToastType = (typeof toastTypes)[number];

/** Spec 9, milliseconds and pixels. */
export const toastTime = 3000;
export const toastTop = 8;
export const notificationTime = 4500;

export interface Note {
  readonly key: string;
  readonly kind: 'toast' | 'notification';
  readonly type: ToastType;
  readonly title?: string;
  readonly message: string;
  /** Milliseconds; 0 stays until it is closed. */
  readonly duration: number;
  /** Where to go on. */
  readonly link?: NoteLink | undefined;
  /** Another number under the same key: it was said again, and its time begins anew. */
  readonly said: number;
}

export interface NoteLink {
  readonly title: string;
  /** What `linkTo.*` answers. */
  readonly href: string;
}

interface Store {
  notes: readonly Note[];
  count: number;
  readonly listeners: Set<() => void>;
}

interface Options {
  duration?: number;
  /** A note with the key of one that is shown takes its place. */
  key?: string;
  link?: NoteLink;
}

/** One list per page, also where two releases of this library meet on it. */
function store(): Store {
  const page = globalThis as { [key: symbol]: Store | undefined };
  return (page[Symbol.for('cme.toasts.1')] ??= { notes: [], count: 0, listeners: new Set() });
}

function put(note: Omit<Note, 'key' | 'said'>, wanted?: string): () => void {
  const list = store();
  const said = ++list.count;
  const key = wanted ?? list.notes.find((old) => isSame(old, note))?.key ?? `${note.type}-${said}`;
  const added = { ...note, key, said };
  const isShown = list.notes.some((old) => old.key === key);
  change(
    isShown ? list.notes.map((old) => (old.key === key ? added : old)) : [...list.notes, added],
  );
  return () => closeNote(key);
}

/** What says the same does not stand on the page twice. */
function isSame(one: Note, other: Omit<Note, 'key' | 'said'>): boolean {
  const alike = (['kind', 'type', 'title', 'message'] as const).every(
    (field) => one[field] === other[field],
  );
  return alike && one.link?.href === other.link?.href;
}

function change(notes: readonly Note[]): void {
  const list = store();
  list.notes = notes;
  for (const listener of list.listeners) listener();
}

export function closeNote(key: string): void {
  change(store().notes.filter((note) => note.key !== key));
}

export const notesNow = (): readonly Note[] => store().notes;

export function onNotes(listener: () => void): () => void {
  store().listeners.add(listener);
  return () => store().listeners.delete(listener);
}

const say =
  (type: ToastType) =>
  (message: string, { duration = toastTime, key, link }: Options = {}) =>
    put({ kind: 'toast', type, message, duration, link }, key);

/** A line at the top of the page. Each answers the function that takes it away, for those that
 * stay (`duration` 0). */
export const toast = {
  info: say('info'),
  success: say('success'),
  error: say('error'),
  warning: say('warning'),
  loading: say('loading'),
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
  return put({ kind: 'notification', type, title, message, duration, link }, key);
}
