import { fenOf, sumOf, yuanWords } from '../../../components/money.ts';
import css from '../buy-bar.module.css';
import { packageWords } from './package.words.ts';
import type { Package } from './package-buttons.tsx';

const isOffered = ({ action }: Package) => action === 'buy' || action === 'join';

/** The price for the current user. */
export function PackagePrice({ whole }: { whole: Package }) {
  return (
    <strong className={css.price}>{yuanWords(isOffered(whole) ? whole.pay : whole.price)}</strong>
  );
}

/**
 * Explains the price: reduced by what is owned already, or cheaper than the courses bought
 * separately.
 */
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

/** The price of an owned package needs no explanation. */
export const hasPriceNote = isOffered;
