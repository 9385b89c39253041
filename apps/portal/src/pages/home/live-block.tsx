import { contentLink, linkTo } from '@cme/commons/route-links';
import type { LiveCard } from '@cme/contract/content';
import { LinkTo, momentInWords, priceWords } from '@cme/ui';
import css from './home.module.css';
import { homeWords } from './home.words.ts';
import liveCss from './live-block.module.css';

/** Running and upcoming lives, then replays, each with its state and time. */
export function LiveBlock({ list, title }: { list: LiveCard[]; title: string }) {
  if (list.length === 0) return null;
  return (
    <section className={css.block} aria-labelledby="lives">
      <div className={css.blockHead}>
        <h2 id="lives" className={css.heading}>
          {title}
        </h2>
        <LinkTo
          to={linkTo.profession({ content_type: 'L' })}
          className={css.more}
          aria-label={`${homeWords.more}${title}`}
        >
          {homeWords.more}
        </LinkTo>
      </div>
      <ul className={`cards ${css.cards}`}>
        {list.map((live) => (
          <li key={live.content.id}>
            <Live live={live} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Live({ live: { content, live_status, live_status_name, begin_ms } }: { live: LiveCard }) {
  return (
    <article className="card">
      <div className="card-cover">
        <img src={content.cover} alt="" width={320} height={180} loading="lazy" decoding="async" />
        <span className={liveCss.state} data-state={live_status}>
          {live_status_name}
        </span>
      </div>
      <div className="card-text">
        <h3 className="card-title">
          <LinkTo to={contentLink(content)}>{content.title}</LinkTo>
        </h3>
        <p className="card-teacher">
          {[content.teacher_name, content.teacher_unit].filter(Boolean).join(' · ')}
        </p>
        <p className="card-facts">{momentInWords(begin_ms)}</p>
        <div className="card-end">
          <span className="card-price" data-free={content.is_free === 'Y'}>
            {priceWords(content)}
          </span>
        </div>
      </div>
    </article>
  );
}
