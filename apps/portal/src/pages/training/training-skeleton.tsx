import { RowSkeletons, Skeleton } from '@cme/ui';
import css from './training.module.css';

/** Skeleton while the classes are loading; the title is known already. */
export function TrainingSkeleton({ title }: { title: string }) {
  return (
    <>
      <section className={css.hero} aria-busy="true">
        <div className={css.heroText}>
          <h1>{title}</h1>
          <Skeleton height="1.5rem" width="80%" />
          <Skeleton height="3rem" width="50%" />
        </div>
        <Skeleton height={280} />
      </section>
      <div className={css.block}>
        <RowSkeletons count={3} height="9rem" />
      </div>
    </>
  );
}
