import type { ContentDetail } from '@cme/contract';
import { Badge, Button, Icon, Progress, toast } from '@cme/ui';
import type { ReactNode } from 'react';
import { words } from '../../words.ts';
import buyBarCss from './buy-bar.module.css';
import css from './item-head.module.css';
import { itemWords } from './item.words.ts';

interface Props {
  item: ContentDetail;
  /** How much is in it. */
  count: string;
  price: ReactNode;
  /** How the price comes about, where that needs telling. */
  priceNote?: ReactNode;
  /** What to do next. */
  children: ReactNode;
}

/** What it is, what it costs, and the one thing to do next. */
export function ItemHead({ item, count, price, priceNote, children }: Props) {
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
          <Badge className={css.credit}>{`${item.credits} ${words.credits}`}</Badge>
          <Badge variant="outline">{`${item.hours} ${words.hours}`}</Badge>
          <span>{count}</span>
          {item.study_count > 0 ? <span>{itemWords.learners(item.study_count)}</span> : null}
        </div>
        <ItemFacts item={item} />
        {priceNote ? <p className={buyBarCss.how}>{priceNote}</p> : null}
        <div className={buyBarCss.buy}>
          {price}
          {children}
          <Button variant="subtle" size="md" className={css.share} onClick={() => void share()}>
            {itemWords.share}
          </Button>
        </div>
      </div>
    </section>
  );
}

async function share(): Promise<void> {
  await navigator.clipboard.writeText(globalThis.location.href);
  toast.success(itemWords.copied);
}

function ItemFacts({ item }: Pick<Props, 'item'>) {
  return (
    <>
      {item.waiting_sections ? (
        <p className={css.waiting}>
          <Icon name="info" size={18} />
          {itemWords.waiting(item.waiting_sections)}
        </p>
      ) : null}
      <dl className={css.list}>
        {factsOf(item).map(([name, value]) => (
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

const factsOf = (item: ContentDetail) =>
  [
    [itemWords.teacher, [item.teacher_name, item.teacher_unit].filter(Boolean).join(' · ')],
    [itemWords.leader, item.leader],
    [itemWords.projectNo, item.project_no],
    [itemWords.level, itemWords.levels[item.project_level] ?? item.project_level],
    [itemWords.unit, item.source_unit],
    [itemWords.validity, validityOf(item)],
    [
      itemWords.refund,
      item.is_free === 'Y' || item.refund_days === undefined
        ? ''
        : itemWords.refundDays(item.refund_days),
    ],
  ].filter(([, value]) => value);

/** The shorter of the days after joining and the content's own end; which of them it is, is said. */
function validityOf({ study_days, valid_days, end_at }: ContentDetail): string {
  const end = end_at.slice(0, 10);
  if (study_days <= 0) return itemWords.until(end);
  return valid_days === undefined || valid_days >= study_days
    ? itemWords.days(study_days)
    : itemWords.daysUntil(valid_days, end);
}
