import { CardSkeletons, Skeleton } from '@cme/ui';
import css from './hero.module.css';

export function HomeSkeleton() {
  return (
    <div aria-busy="true">
      <div className={css.hero}>
        <Skeleton height={420} />
        <Skeleton height={420} />
      </div>
      <CardSkeletons count={4} />
    </div>
  );
}
