/**
 * Responses to calls made before the page's scripts arrived. The edge's `first.js` stores them
 * under the names that `nameOf` makes.
 */
type FirstAnswers = Map<string, { answer: Promise<Response>; at: number; until?: number }>;

/** A response, and when (`performance.now()`) its request was sent and it began to arrive. */
export interface TimedResponse {
  response: Response;
  sentAt: number;
  answeredAt: number;
}

const key = Symbol.for('cme.first.1');
/** Milliseconds after which a response is too old to be shown. */
const oldest = 30_000;

const createName = (url: URL, body: URLSearchParams, token: string | undefined) =>
  [url.href, body, token ?? ''].join(' ');

/**
 * The stored response to this exact call for the same person; each is used once. Undefined if there
 * is none or it failed.
 */
export async function takeFirstAnswer(
  url: URL,
  body: URLSearchParams,
  token: string | undefined,
): Promise<TimedResponse | undefined> {
  const answers = (globalThis as { [key]?: FirstAnswers })[key];
  const name = createName(url, body, token);
  const answer = answers?.get(name);
  if (!answers || !answer) return undefined;
  answers.delete(name);
  if (performance.now() - answer.at >= oldest) return undefined;
  const response = await answer.answer.catch(() => undefined);
  return response && { response, sentAt: answer.at, answeredAt: answer.until ?? performance.now() };
}
