import { linkTo } from '@cme/commons/route-links';
import type { DataOf } from '@cme/contract/base';
import type { homeIndex } from '@cme/contract/content';
import { LinkTo } from '@cme/ui';
import { homeWords } from './home.words.ts';
import css from './home.module.css';

interface Props {
  heading: string;
  rows: DataOf<typeof homeIndex>['notices'];
  more: string;
}

export function NewsBlock({ heading, rows, more }: Props) {
  if (rows.length === 0) return null;
  return (
    <section className={css.newsBlock} aria-labelledby={heading}>
      <div className={css.blockHead}>
        <h2 id={heading} className={css.heading}>
          {heading}
        </h2>
        <LinkTo to={more} className={css.more} aria-label={`${homeWords.more}${heading}`}>
          {homeWords.more}
        </LinkTo>
      </div>
      <ul className={css.newsRows}>
        {rows.slice(0, 6).map(({ id, title, publish_at, top }) => (
          <li key={id}>
            <LinkTo to={linkTo.newsDetail(id)}>
              {top === 'Y' ? <span className={css.pinned}>{homeWords.pinned}</span> : null}
              {title}
            </LinkTo>
            <time dateTime={publish_at.slice(0, 10)}>{publish_at.slice(0, 10)}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}
