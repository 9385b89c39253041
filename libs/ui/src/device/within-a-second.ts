const patienceMs = 1000;

/**
 * Rejects if a service of the device (a database, the clipboard) has not answered within a second:
 * some never answer, and nothing that has to be done in time may wait for them.
 */
export async function withinASecond<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the device does not answer')), patienceMs);
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
