import type { ReactNode } from 'react';
import css from './stage-overlay.module.css';

interface Props {
  /** A line above the title: which section this is. */
  place?: string;
  text: string;
  /** A line beneath it: the length, or where study stopped. */
  detail?: string;
  children: ReactNode;
}

/** A calm panel in place of the picture: what this is, and the one thing to do. */
export function StageOverlay({ place, text, detail, children }: Props) {
  return (
    <div className={css.overlay} data-overlay>
      <div className={css.panel}>
        {place ? <p className={css.place}>{place}</p> : null}
        <p className={css.text}>{text}</p>
        {detail ? <p className={css.detail}>{detail}</p> : null}
        <div className={css.buttons}>{children}</div>
      </div>
    </div>
  );
}
