import type { ReactNode } from 'react';
import css from './stage.module.css';

interface Props {
  /** A line above the title: which section this is. */
  place?: string;
  text: string;
  /** A line beneath it: the length, or where study stopped. */
  detail?: string;
  children: ReactNode;
}

/** A calm panel in place of the picture: what this is, and the one thing to do. */
export function Over({ place, text, detail, children }: Props) {
  return (
    <div className={css.over} data-over>
      <div className={css.overPanel}>
        {place ? <p className={css.overPlace}>{place}</p> : null}
        <p className={css.overText}>{text}</p>
        {detail ? <p className={css.overDetail}>{detail}</p> : null}
        <div className={css.overButtons}>{children}</div>
      </div>
    </div>
  );
}
