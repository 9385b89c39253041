const pause = 100;

/** Polls until the function returns a value, and returns it; an exception is retried too. */
export async function until<T>(
  what: string,
  ask: () => T | undefined | Promise<T | undefined>,
  longest = 40_000,
): Promise<T> {
  const end = Date.now() + longest;
  let last: unknown = 'no answer';
  for (;;) {
    try {
      const answer = await ask();
      if (answer !== undefined) return answer;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end)
      throw new Error(`${what}: timeout after ${longest} ms (${last})`, { cause: last });
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
