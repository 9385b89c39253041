import { Skeleton } from '@cme/ui';
import css from './item.module.css';

export function ItemSkeleton() {
  return (
    <div className={css.page} aria-busy="true">
      <Skeleton height={320} mb="lg" />
      <Skeleton height={400} />
    </div>
  );
}
