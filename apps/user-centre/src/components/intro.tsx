import type { ReactNode } from 'react';
import css from './intro.module.css';

/** Explains a list below its heading. It does not depend on data, so it is there before the list. */
export function Intro({ children }: { children: ReactNode }) {
  return <p className={css.intro}>{children}</p>;
}
