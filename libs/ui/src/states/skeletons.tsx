import { words } from '../plain/words.ts';
import { Skeleton } from '../plain/skeleton.tsx';

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Placeholders in the shape of cards; only visible if loading takes longer than a moment. */
export function CardSkeletons({ count = 8 }: { count?: number }) {
  return (
    <div className="cards" role="status" aria-label={words.loading}>
      {range(count).map((index) => (
        <div key={index} className="card" aria-hidden="true">
          <div className="card-cover">
            <Skeleton height="100%" radius={0} />
          </div>
          <div className="card-text">
            <div className="card-title">
              <Skeleton height="1.25rem" />
            </div>
            <Skeleton height="1rem" width="70%" />
            <Skeleton height="1rem" width="50%" />
            <div className="card-end">
              <Skeleton height="1.25rem" width="30%" />
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}

/** Placeholders in the shape of list rows. */
export function RowSkeletons({ count = 5, height = '3rem' }: { count?: number; height?: string }) {
  return (
    <div className="row-skeletons" role="status" aria-label={words.loading}>
      {range(count).map((index) => (
        <Skeleton key={index} height={height} />
      ))}
    </div>
  );
}
