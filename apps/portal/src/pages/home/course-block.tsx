import type { ContentCard } from '@cme/contract/content';
import { CourseCard } from '@cme/shell';
import { LinkTo } from '@cme/ui';
import { homeWords } from './home.words.ts';
import css from './home.module.css';

interface Props {
  heading: string;
  list: ContentCard[];
  more: string;
  /** The first block in view has two rows. */
  isFirst?: boolean;
}

/** The first block in view has two rows. */
export const shownCourses = (isFirst: boolean): number => (isFirst ? 8 : 4);

export function CourseBlock({ heading, list, more, isFirst = false }: Props) {
  if (list.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <div className={css.blockHead}>
        <h2 id={heading} className={css.heading}>
          {heading}
        </h2>
        <LinkTo to={more} className={css.more} aria-label={`${homeWords.more}${heading}`}>
          {homeWords.more}
        </LinkTo>
      </div>
      <ul className={`cards ${css.cards}`}>
        {list.slice(0, shownCourses(isFirst)).map((course) => (
          <li key={course.id}>
            <CourseCard course={course} />
          </li>
        ))}
      </ul>
    </section>
  );
}
