import { fenOf, sumOf, yuanWords } from '../../../components/money.ts';
import css from '../buy-bar.module.css';
import { packageWords } from './package.words.ts';
import type { Package } from './package-buttons.tsx';

const isOffered = ({ action }: Package) => action === 'buy' || action === 'join';

/** What this person would pay. */
export function PackagePrice({ whole }: { whole: Package }) {
  return (
    <strong className={css.price}>{yuanWords(isOffered(whole) ? whole.pay : whole.price)}</strong>
  );
}

/** How that comes about: less for what is owned already, or less than the courses one by one. */
export function PackagePriceNote({ whole }: { whole: Package }) {
  const apart = sumOf(whole.courses.map(({ course }) => course.price));
  if (fenOf(whole.saved) > 0)
    return `${packageWords.price} ${yuanWords(whole.price)}，${packageWords.owned} ${yuanWords(whole.saved)}`;
  if (fenOf(apart) <= fenOf(whole.price)) return null;
  return (
    <>
      {`${packageWords.whole} `}
      <s>{yuanWords(apart)}</s>
    </>
  );
}

/** Nothing to tell about the price of what is owned. */
export const hasPriceNote = isOffered;
