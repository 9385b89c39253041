import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react';

interface Options<P> {
  /** Rendered while it is loading. */
  waiting?: ReactNode;
  /** Rendered from the first failure on, while loading is retried. */
  fallback?: ComponentType<P>;
}

/** Delay before each retry in milliseconds; the last one repeats. Coming online retries at once. */
const retryDelays = [1000, 4000, 15_000, 60_000];

/**
 * A part of a page that loads later or not at all: loading is retried until it succeeds, and its
 * errors never affect the page.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { waiting = null, fallback: Fallback }: Options<P> = {},
): ComponentType<P> {
  let known: ComponentType<P> | undefined;
  return function LazyPart(props: P) {
    const [Part, setPart] = useState<ComponentType<P> | undefined>(() => known);
    const [isLate, setLate] = useState(false);
    useEffect(() => {
      if (Part) return;
      const take = (found: ComponentType<P>) => setPart(() => (known = found));
      return loadUntilDone(load, take, () => setLate(true));
    }, [Part]);
    if (!Part) return isLate && Fallback ? <Fallback {...props} /> : waiting;
    return (
      <PartBoundary fallback={Fallback ? <Fallback {...props} /> : null}>
        <Part {...props} />
      </PartBoundary>
    );
  };
}

/** Retries until it succeeds or is cancelled. */
function loadUntilDone<T>(
  load: () => Promise<T>,
  take: (found: T) => void,
  onFailure: () => void,
): () => void {
  let isWanted = true;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async () => {
    clearTimeout(timer);
    removeEventListener('online', ask);
    try {
      const found = await load();
      if (isWanted) take(found);
    } catch (error) {
      if (!isWanted) return;
      console.warn('a part of the page is late:', error instanceof Error ? error.message : error);
      onFailure();
      timer = setTimeout(ask, retryDelays[Math.min(tries++, retryDelays.length - 1)]);
      addEventListener('online', ask);
    }
  };
  void ask();
  return () => {
    isWanted = false;
    clearTimeout(timer);
    removeEventListener('online', ask);
  };
}

/** Contains the errors of a part. */
class PartBoundary extends Component<
  { fallback: ReactNode; children: ReactNode },
  { isBroken: boolean }
> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown): void {
    console.warn('a part of the page is broken:', error);
  }

  override render(): ReactNode {
    return this.state.isBroken ? this.props.fallback : this.props.children;
  }
}
