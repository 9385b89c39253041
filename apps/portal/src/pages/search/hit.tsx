import { contentLink } from '@cme/commons/route-links';
import type { SearchHit } from '@cme/contract/content';
import { creditWords, LinkTo, priceWords, saleWords } from '@cme/ui';
import css from './search.module.css';
import { words } from './search.words.ts';

const getKindName = (kind: string): string =>
  Object.hasOwn(words.tabs, kind) ? words.tabs[kind as keyof typeof words.tabs] : '';

/** A search result; the whole row is a link. */
export function Hit({ hit }: { hit: SearchHit }) {
  const { card } = hit;
  const details = card
    ? [
        creditWords(card),
        saleWords(card),
        priceWords(card),
        [card.teacher_name, card.teacher_unit].filter(Boolean).join(' '),
      ]
    : [hit.note, hit.kind === 'news' ? hit.publish_at.slice(0, 10) : ''];
  return (
    <article className={css.hit} data-cover={card !== undefined}>
      {card ? (
        <img src={card.cover} alt="" width={160} height={90} loading="lazy" decoding="async" />
      ) : null}
      <div className={css.about}>
        <h2>
          <span className={css.kind}>{getKindName(hit.kind)}</span>
          <LinkTo to={card ? contentLink(card) : hit.path}>
            <Marked text={hit.title} marks={hit.title_marks} />
          </LinkTo>
        </h2>
        {hit.text ? (
          <p className={css.piece}>
            <Marked text={hit.text} marks={hit.text_marks} />
          </p>
        ) : null}
        <p className={css.facts}>{details.filter(Boolean).join(' · ')}</p>
      </div>
    </article>
  );
}

/** Text with the matches marked, never rendered as HTML. */
function Marked({ text, marks }: { text: string; marks: SearchHit['title_marks'] }) {
  return marks
    .map(([from, to], index) => [
      text.slice(marks[index - 1]?.[1] ?? 0, from),
      <mark key={from}>{text.slice(from, to)}</mark>,
    ])
    .concat([text.slice(marks.at(-1)?.[1] ?? 0)]);
}
