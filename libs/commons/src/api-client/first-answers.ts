/** Answers of calls that were made before the page's scripts arrived; the edge's `first.js` writes
 * them down, and names them as `nameOf` does. */
type FirstAnswers = Map<string, { answer: Promise<Response>; at: number }>;

const key = Symbol.for('cme.first.1');
/** Milliseconds after which it is asked again rather than shown. */
const oldest = 30_000;

const nameOf = (url: URL, body: URLSearchParams, token: string | undefined) =>
  [url.href, body, token ?? ''].join(' ');

/** The answer to this very call, as the same person, if it was asked for already; each is used
 * once. Undefined also where it did not arrive. */
export async function takeFirstAnswer(
  url: URL,
  body: URLSearchParams,
  token: string | undefined,
): Promise<Response | undefined> {
  const answers = (globalThis as { [key]?: FirstAnswers })[key];
  const name = nameOf(url, body, token);
  const found = answers?.get(name);
  if (!answers || !found) return undefined;
  answers.delete(name);
  return performance.now() - found.at < oldest ? found.answer.catch(() => undefined) : undefined;
}
