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
  let loadedPart: ComponentType<P> | undefined;
  return function LazyPart(props: P) {
    const [Part, setPart] = useState<ComponentType<P> | undefined>(() => loadedPart);
    const [isLate, setLate] = useState(false);
    useEffect(() => {
      if (Part) return;
      const showPart = (part: ComponentType<P>) => setPart(() => (loadedPart = part));
      return loadUntilDone(load, showPart, () => setLate(true));
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
  onLoaded: (found: T) => void,
  onFailure: () => void,
): () => void {
  let isWanted = true;
  let attempts = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tryLoad = async () => {
    clearTimeout(timer);
    removeEventListener('online', tryLoad);
    try {
      const loaded = await load();
      if (isWanted) onLoaded(loaded);
    } catch (error) {
      if (!isWanted) return;
      console.warn('a part of the page is late:', error instanceof Error ? error.message : error);
      onFailure();
      timer = setTimeout(tryLoad, retryDelays[Math.min(attempts++, retryDelays.length - 1)]);
      addEventListener('online', tryLoad);
    }
  };
  void tryLoad();
  return () => {
    isWanted = false;
    clearTimeout(timer);
    removeEventListener('online', tryLoad);
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
