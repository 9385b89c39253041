import type { ContentDetail } from '@cme/contract/content';
import { Badge, Icon, Progress, saleWords } from '@cme/ui';
import type { ReactNode } from 'react';
import { words } from '../../components/words.ts';
import buyBarCss from './buy-bar.module.css';
import css from './item-head.module.css';
import { ItemTools } from './item-tools.tsx';
import { itemWords } from './item.words.ts';

interface Props {
  item: ContentDetail;
  /** Number of items in it. */
  count: string;
  price: ReactNode;
  /** Explanation of the price, if it needs one. */
  priceNote?: ReactNode;
  /** Replaces the facts of a course. */
  facts?: readonly (readonly [name: string, value: string])[];
  /** The main action. */
  children: ReactNode;
}

/** Title, price and main action of an item. */
export function ItemHead({ item, count, price, priceNote, facts, children }: Props) {
  return (
    <section className={css.head}>
      <img
        className={css.cover}
        src={item.cover}
        alt=""
        width={560}
        height={315}
        fetchPriority="high"
      />
      <div className={css.facts}>
        <h1>{item.title}</h1>
        {item.subtitle ? <p className={css.subtitle}>{item.subtitle}</p> : null}
        <div className={css.badges}>
          {item.hours > 0 || item.credits > 0 ? (
            <>
              <Badge className={css.credit}>{`${item.credits} ${words.credits}`}</Badge>
              <Badge variant="outline">{`${item.hours} ${words.hours}`}</Badge>
            </>
          ) : null}
          {count ? <span>{count}</span> : null}
          {item.study_count > 0 ? <span>{itemWords.learners(item.study_count)}</span> : null}
        </div>
        <ItemFacts item={item} facts={facts ?? createFacts(item)} />
        <ItemTools item={item} />
        {priceNote ? <div className={buyBarCss.how}>{priceNote}</div> : null}
        <div className={buyBarCss.buy}>
          {price}
          {children}
        </div>
      </div>
    </section>
  );
}

function ItemFacts({ item, facts }: Required<Pick<Props, 'item' | 'facts'>>) {
  return (
    <>
      <SaleNote item={item} />
      <dl className={css.list}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {item.my_learning ? (
        <div className={css.mine}>
          <span>{itemWords.mine}</span>
          <Progress value={item.my_learning.progress} aria-label={itemWords.mine} />
          <span>{`${item.my_learning.progress}%`}</span>
        </div>
      ) : null}
    </>
  );
}

/** What is sold before it can be studied, and what is missing. */
function SaleNote({ item }: { item: ContentDetail }) {
  const sale = saleWords(item);
  const waiting =
    item.waiting_sections && !item.presale_until ? itemWords.waiting(item.waiting_sections) : '';
  const note = item.presale_until ? `${sale}${itemWords.presale}` : waiting;
  return note ? (
    <p className={css.waiting}>
      <Icon name="info" size={18} />
      {note}
    </p>
  ) : null;
}

const createFacts = (item: ContentDetail): (readonly [string, string])[] =>
  (
    [
      [itemWords.teacher, [item.teacher_name, item.teacher_unit].filter(Boolean).join(' · ')],
      [itemWords.leader, item.leader],
      [itemWords.projectNo, item.project_no],
      [itemWords.level, itemWords.levels[item.project_level] ?? item.project_level],
      [itemWords.unit, item.source_unit],
      [itemWords.validity, formatValidity(item)],
      [
        itemWords.refund,
        item.is_free === 'Y' || item.refund_days === undefined
          ? ''
          : itemWords.refundDays(item.refund_days, item.presale_until !== undefined),
      ],
      [
        itemWords.score,
        item.appraise_count > 0 ? itemWords.scored(item.score_avg, item.appraise_count) : '',
      ],
    ] as const
  ).filter(([, value]) => value !== '');

/** The earlier of the study period and the content's end date, with its reason. */
function formatValidity({ study_days, valid_days, end_at, presale_until }: ContentDetail): string {
  const end = end_at.slice(0, 10);
  if (study_days <= 0) return itemWords.until(end);
  return valid_days === undefined || valid_days >= study_days
    ? itemWords.days(study_days, presale_until !== undefined)
    : itemWords.daysUntil(valid_days, end);
}
