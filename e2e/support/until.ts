const pauseMs = 100;

/** Polls until the function returns a value, and returns it; an exception is retried too. */
export async function until<T>(
  description: string,
  getValue: () => T | undefined | Promise<T | undefined>,
  timeoutMs = 40_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  let lastError: unknown = 'no answer';
  for (;;) {
    try {
      const value = await getValue();
      if (value !== undefined) return value;
    } catch (error) {
      lastError = error;
    }
    if (Date.now() > deadline)
      throw new Error(`${description}: timeout after ${timeoutMs} ms (${lastError})`, {
        cause: lastError,
      });
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
