import { fenOf, sumOf, yuanWords } from '../../components/money.ts';
import css from './item.module.css';
import { itemWords } from './item.words.ts';
import type { Package } from './package-buttons.tsx';

/** What this person would pay, and how it comes about. */
export function PackagePrice({ whole: { action, price, pay, saved, courses } }: { whole: Package }) {
  const apart = sumOf(courses.map(({ course }) => course.price));
  const isSaved = fenOf(saved) > 0;
  const words = itemWords.package;
  const isOwned = action !== 'buy' && action !== 'join';
  return (
    <div className={css.sum}>
      <strong className={css.price}>{yuanWords(isOwned ? price : pay)}</strong>
      {isOwned ? null : (
        <span className={css.how}>
          {isSaved ? `${words.price} ${yuanWords(price)}，${words.owned} ${yuanWords(saved)}` : null}
          {!isSaved && fenOf(apart) > fenOf(price) ? <>{`${words.whole} `}<s>{yuanWords(apart)}</s></> : null}
        </span>
      )}
    </div>
  );
}
