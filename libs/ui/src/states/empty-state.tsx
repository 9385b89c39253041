import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from './drawing.tsx';

interface Props {
  text: ReactNode;
  /** Heading, if the page has no other. */
  title?: string;
  hint?: ReactNode;
  action?: ReactNode;
  drawing?: DrawingName;
}

/** Empty state: a drawing, one sentence, one action. */
export function EmptyState({ text, title, hint, action, drawing = 'nothing' }: Props) {
  return (
    <div className="notice">
      {title ? <h1 className="notice-page">{title}</h1> : null}
      <Drawing name={drawing} />
      <p className="notice-text">{text}</p>
      {hint ? <p className="notice-hint">{hint}</p> : null}
      {action ? <div className="notice-action">{action}</div> : null}
    </div>
  );
}
