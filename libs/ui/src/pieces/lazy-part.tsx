import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react';

interface Options<P> {
  /** Stands in its place until it is there. */
  waiting?: ReactNode;
  /** Takes its place from the first failure on, while it is still being asked for. */
  fallback?: ComponentType<P>;
}

/** Milliseconds before the next try; the last one stays. A line that comes back does not wait for
 * it. */
const retryDelays = [1000, 4000, 15_000, 60_000];

/** A part of a page that may come later or not at all: it is asked for until it is there, and
 * whatever goes wrong with it never takes the page along. */
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

/** Asks until there is an answer or nobody wants it any more. */
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
    } catch (fault) {
      if (!isWanted) return;
      console.warn('a part of the page is late:', fault instanceof Error ? fault.message : fault);
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

/** Keeps a part's own fault inside of it. */
class PartBoundary extends Component<
  { fallback: ReactNode; children: ReactNode },
  { isBroken: boolean }
> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override componentDidCatch(fault: unknown): void {
    console.warn('a part of the page is broken:', fault);
  }

  override render(): ReactNode {
    return this.state.isBroken ? this.props.fallback : this.props.children;
  }
}
