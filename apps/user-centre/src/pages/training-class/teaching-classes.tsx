import { linkTo } from '@cme/commons/route-links';
import type { DataOf } from '@cme/contract/base';
import type { trainingclassList } from '@cme/contract/study';
import { LinkTo } from '@cme/ui';
import css from './sign.module.css';
import { signWords } from './sign.words.ts';

type Teaching = NonNullable<DataOf<typeof trainingclassList>['teaching']>;

/** For teachers: links to the attendance screens of their classes. */
export function TeachingClasses({ classes }: { classes: Teaching }) {
  return (
    <section className={css.teaching} aria-labelledby="teaching-title">
      <h2 id="teaching-title" className={css.heading}>
        {signWords.teaching}
      </h2>
      <ul className={css.sessions}>
        {classes.map(({ class_id, title, class_status_name }) => (
          <li key={class_id} className={css.session}>
            <span>
              {title}
              <span className={css.hint}>{` ${class_status_name}`}</span>
            </span>
            <LinkTo
              to={`${linkTo.trainingclass()}?${new URLSearchParams({ screen: class_id }).toString()}`}
              aria-label={signWords.openScreenOf(title)}
            >
              {signWords.openScreen}
            </LinkTo>
          </li>
        ))}
      </ul>
    </section>
  );
}
