interface FirstAnswer {
  answer: Promise<Response>;
  at: number;
  until?: number;
}

/** Responses to calls made before the page's scripts arrived, under the names of `createName`. */
type FirstAnswers = Map<string, FirstAnswer>;

/** A response, and when (`performance.now()`) its request was sent and it began to arrive. */
export interface TimedResponse {
  response: Response;
  sentAt: number;
  answeredAt: number;
}

const key = Symbol.for('cme.first.1');
/** Milliseconds after which a response is too old to be shown. */
const oldest = 30_000;

/** A call of a person. */
interface Asked {
  url: URL;
  body: URLSearchParams;
  token: string | undefined;
}

const createName = ({ url, body, token }: Asked) => [url.href, body, token ?? ''].join(' ');

const page = globalThis as { [key]?: FirstAnswers };

/**
 * Stores a response that is under way. It resolves only after the calls that follow it are stored, so
 * that they are not made twice.
 */
export function keepFirstAnswer(
  asked: Asked,
  response: Promise<Response>,
  follow: (copy: Response) => Promise<void>,
): void {
  const kept: FirstAnswer = { answer: response, at: performance.now() };
  kept.answer = response.then(async (answer) => {
    kept.until = performance.now();
    await follow(answer.clone()).catch(() => undefined);
    return answer;
  });
  kept.answer.catch(() => undefined);
  (page[key] ??= new Map()).set(createName(asked), kept);
}

/**
 * The stored response to this exact call for the same person; each is used once. Undefined if there
 * is none or it failed.
 */
export async function takeFirstAnswer(asked: Asked): Promise<TimedResponse | undefined> {
  const answers = page[key];
  const name = createName(asked);
  const answer = answers?.get(name);
  if (!answers || !answer) return undefined;
  answers.delete(name);
  if (performance.now() - answer.at >= oldest) return undefined;
  const response = await answer.answer.catch(() => undefined);
  return response && { response, sentAt: answer.at, answeredAt: answer.until ?? performance.now() };
}
