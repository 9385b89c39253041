import { Skeleton } from '@cme/ui';
import css from './home.module.css';

export function HomeSkeleton() {
  return (
    <div aria-busy="true">
      <div className={css.hero}>
        <Skeleton height={420} />
        <Skeleton height={420} />
      </div>
      <div className={css.cards}>{[1, 2, 3, 4].map((card) => <Skeleton key={card} height={288} />)}</div>
    </div>
  );
}
