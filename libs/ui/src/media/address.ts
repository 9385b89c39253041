/** Signed addresses live ten minutes; the next file is fetched with a new one before that. */
const usableMs = 8 * 60_000;

/** A signed address of a video, renewed unseen before it ends and when it is refused. */
export interface MediaAddress {
  /** The newest address, and a new one if that is old. */
  current(): Promise<string>;
  /** This address, or the newest one, does not work: the next `current` fetches a new one. */
  refuse(url?: string): void;
  /** A newer address that came with another call. */
  offer(url: string): void;
}

/**
 * `renew` asks for a new address. It may fail: then the last one is kept, and the player finds out
 * whether it still works.
 */
export function createAddress(first: string, renew: () => Promise<string>): MediaAddress {
  let url = first;
  let issued = readClocks();
  let isRefused = false;
  let renewal: Promise<string> | undefined;
  const offer = (next: string) => {
    url = next;
    issued = readClocks();
    isRefused = false;
  };
  return {
    current() {
      if (!isRefused && elapsedSince(issued) < usableMs) return Promise.resolve(url);
      renewal ??= renew()
        .then(offer)
        .catch(() => undefined)
        .then(() => url)
        .finally(() => (renewal = undefined));
      return renewal;
    },
    refuse(refused) {
      if (refused === undefined || folderOf(refused) === folderOf(url)) isRefused = true;
    },
    offer,
  };
}

interface Clocks {
  date: number;
  steady: number;
}

const readClocks = (): Clocks => ({ date: Date.now(), steady: performance.now() });

/** One clock stops while the device sleeps, the other one can be set. */
const elapsedSince = ({ date, steady }: Clocks) =>
  Math.max(Date.now() - date, performance.now() - steady);

const folderOf = (url: string) => url.slice(0, url.lastIndexOf('/') + 1);

/** A file that was named by an older address of the same video, at its newest address. */
export const atAddress = (file: string, address: string) =>
  folderOf(address) + file.slice(file.lastIndexOf('/') + 1);
