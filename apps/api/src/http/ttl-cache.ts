import { LRUCache } from 'lru-cache';

/** Ready answers for some time, at most `max` of them; who asks while one is being made waits for
 * that one, and a failure is not kept. `key` must name everything that the answer depends on, the
 * site first. With no time nothing is kept. */
export function openTtlCache<Answer>(milliseconds: number, max: number) {
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
