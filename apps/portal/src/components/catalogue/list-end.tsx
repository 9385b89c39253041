import { useEffect, useRef } from 'react';
import css from './catalogue.module.css';
import { words } from './catalogue.words.ts';

interface Props {
  hasMore: boolean;
  isLoading: boolean;
  onMore: () => void;
}

/**
 * End of the infinite list on phones: loads more when it comes near; the button does the same
 * without scrolling. Not rendered together with numbered pages.
 */
export function ListEnd({ hasMore, isLoading, onMore }: Props) {
  const end = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  more.current = onMore;
  useEffect(() => {
    if (!hasMore || isLoading || !end.current || !('IntersectionObserver' in globalThis)) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) more.current();
      },
      { rootMargin: '600px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasMore, isLoading]);
  return (
    <div ref={end} className={css.end}>
      {hasMore ? (
        <button type="button" className="chip" disabled={isLoading} onClick={onMore}>
          {isLoading ? words.loading : words.loadMore}
        </button>
      ) : (
        <p>{words.noMore}</p>
      )}
    </div>
  );
}
