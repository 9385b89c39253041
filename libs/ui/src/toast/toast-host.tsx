import { useEffect, useState, useSyncExternalStore } from 'react';
import { closeNote, type Note, currentNotes, onNotes, toastTop, type ToastType } from './toast.ts';
import { Icon, type IconName } from '../plain/icon.tsx';
import { LinkTo } from '../plain/link.tsx';
import { words } from '../plain/words.ts';

const icons: Record<ToastType, IconName> = {
  info: 'info',
  success: 'check',
  error: 'refuse',
  warning: 'alert',
  loading: 'loading',
};
const noNotes: readonly Note[] = [];

/** Renders toasts and notifications; once per page. */
export function ToastHost() {
  const notes = useSyncExternalStore(onNotes, currentNotes, () => noNotes);
  return (
    <>
      <div className="toasts" style={{ top: toastTop }} role="status" aria-live="polite">
        {notes
          .filter(({ kind }) => kind === 'toast')
          .map((note) => (
            <NoteLine key={note.key} note={note} />
          ))}
      </div>
      <div className="notifications" role="log" aria-live="polite">
        {notes
          .filter(({ kind }) => kind === 'notification')
          .map((note) => (
            <NoteLine key={note.key} note={note} />
          ))}
      </div>
    </>
  );
}

function NoteLine({ note }: { note: Note }) {
  const pauseProps = useAutoClose(note);
  return (
    <div
      className="note"
      data-type={note.type}
      data-kind={note.kind}
      role={note.type === 'error' ? 'alert' : undefined}
      {...pauseProps}
    >
      <Icon name={icons[note.type]} className="note-icon" />
      <div className="note-text">
        {note.title ? <strong>{note.title}</strong> : null}
        <span>{note.message}</span>
      </div>
      {note.link ? (
        <LinkTo to={note.link.href} className="note-link" onClick={() => closeNote(note.key)}>
          {note.link.title}
        </LinkTo>
      ) : null}
      {note.kind === 'notification' ? (
        <button
          type="button"
          className="note-close"
          aria-label={words.close}
          onClick={() => closeNote(note.key)}
        >
          <Icon name="close" size={18} />
        </button>
      ) : null}
    </div>
  );
}

/** Closes the note after its duration; paused while it is hovered or focused. */
function useAutoClose({ key, duration, revision }: Note) {
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    if (isPaused || duration <= 0) return;
    const timer = setTimeout(closeNote, duration, key);
    return () => clearTimeout(timer);
    // A note that is shown again under the same key restarts its timer.
  }, [key, duration, revision, isPaused]);
  const pause = () => setPaused(true);
  const resume = () => setPaused(false);
  return { onPointerEnter: pause, onPointerLeave: resume, onFocus: pause, onBlur: resume };
}
