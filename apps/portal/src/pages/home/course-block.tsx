import type { ContentCard } from '@cme/contract';
import { CourseCard, LinkTo } from '@cme/ui';
import { words } from '../../words.ts';
import css from './home.module.css';

interface Props {
  heading: string;
  list: ContentCard[];
  more: string;
  /** The first row that people see: its covers are not put off. */
  eager?: boolean;
}

export function CourseBlock({ heading, list, more, eager }: Props) {
  if (list.length === 0) return null;
  return (
    <section className={css.block} aria-labelledby={heading}>
      <div className={css.blockHead}>
        <h2 id={heading} className={css.heading}>{heading}</h2>
        <LinkTo to={more} className={css.more} aria-label={`${words.more}${heading}`}>{words.more}</LinkTo>
      </div>
      <ul className={`cards ${css.cards}`}>
        {list.slice(0, 8).map((course) => <li key={course.id}><CourseCard course={course} isFirst={eager} /></li>)}
      </ul>
    </section>
  );
}
