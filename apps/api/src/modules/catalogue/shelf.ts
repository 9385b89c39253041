interface Entry<Answer> {
  until: number;
  answer: Promise<Answer>;
}

/** A TTL cache of at most `size` values for a few seconds; whoever asks while one is being made
 * waits for it. `key` must name everything that the answer depends on, the site first. */
export function openShelf<Answer>(milliseconds: number, size: number) {
  const shelf = new Map<string, Entry<Answer>>();
  return function get(key: string, make: () => Promise<Answer>): Promise<Answer> {
    const now = performance.now();
    const found = shelf.get(key);
    if (found && now < found.until) return found.answer;
    const entry = { until: now + milliseconds, answer: make() };
    entry.answer.catch(() => shelf.get(key) === entry && shelf.delete(key));
    shelf.delete(key);
    shelf.set(key, entry);
    if (shelf.size > size) shelf.delete(shelf.keys().next().value ?? '');
    return entry.answer;
  };
}
