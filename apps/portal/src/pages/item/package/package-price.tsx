import { parseFen, sumYuan, formatYuan } from '../../../components/money.ts';
import css from '../buy-bar.module.css';
import { packageWords } from './package.words.ts';
import type { Package } from './package-buttons.tsx';

const isOffered = ({ action }: Package) => action === 'buy' || action === 'join';

/** The price for the current user. */
export function PackagePrice({ pkg }: { pkg: Package }) {
  return <strong className={css.price}>{formatYuan(isOffered(pkg) ? pkg.pay : pkg.price)}</strong>;
}

/**
 * Explains the price: reduced by what is owned already, or cheaper than the courses bought
 * separately.
 */
export function PackagePriceNote({ pkg }: { pkg: Package }) {
  const separatePrice = sumYuan(pkg.courses.map(({ course }) => course.price));
  if (parseFen(pkg.saved) > 0)
    return `${packageWords.price} ${formatYuan(pkg.price)}，${packageWords.owned} ${formatYuan(pkg.saved)}`;
  if (parseFen(separatePrice) <= parseFen(pkg.price)) return null;
  return (
    <>
      {`${packageWords.whole} `}
      <s>{formatYuan(separatePrice)}</s>
    </>
  );
}

/** The price of an owned package needs no explanation. */
export const hasPriceNote = isOffered;
