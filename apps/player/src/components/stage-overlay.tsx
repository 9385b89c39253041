import type { ReactNode } from 'react';
import css from './stage-overlay.module.css';

interface Props {
  /** A line above the title: the position of the section. */
  place?: string;
  text: string;
  /** A line below it: the duration or the resume position. */
  detail?: string;
  children: ReactNode;
}

/** Overlay in place of the video: a title and a single action. */
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
