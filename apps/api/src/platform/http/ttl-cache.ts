import { LRUCache } from 'lru-cache';

/**
 * A cache of at most `max` entries with a time to live. Concurrent callers share one load; failures
 * are not cached. `key` must contain everything that the entry depends on, the site first. With
 * zero milliseconds nothing is cached.
 */
export function createTtlCache<Answer>(milliseconds: number, max: number) {
  if (milliseconds === 0) return (_: string, make: () => Promise<Answer>) => make();
  const answers = new LRUCache<string, Promise<Answer>>({ ttl: milliseconds, max });
  return function get(key: string, make: () => Promise<Answer>): Promise<Answer> {
    const ready = answers.get(key);
    if (ready) return ready;
    const answer = make();
    answers.set(key, answer);
    answer.catch(() => answers.peek(key) === answer && answers.delete(key));
    return answer;
  };
}
