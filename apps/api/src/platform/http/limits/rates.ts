import { LRUCache } from 'lru-cache';

const minuteMs = 60_000;
/** The least recent keys are forgotten: memory stays bounded whatever addresses are made up. */
const mostKeys = 100_000;

interface Counted {
  minute: number;
  count: number;
  before: number;
}

/** Counts events per key in this process, within the last minute. */
export function createRates() {
  const counted = new LRUCache<string, Counted>({ max: mostKeys });

  /** The calls of the last minute including this one: those of the previous minute count by the part
   * of it that lies within. */
  return function count(key: string, now: Date): number {
    const minute = Math.floor(now.getTime() / minuteMs);
    const last = counted.get(key);
    const before = last?.minute === minute - 1 ? last.count : 0;
    const entry = last?.minute === minute ? last : { minute, count: 0, before };
    if (entry !== last) counted.set(key, entry);
    entry.count += 1;
    return entry.count + entry.before * (1 - (now.getTime() % minuteMs) / minuteMs);
  };
}
