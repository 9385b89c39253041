import { CallError } from '@cme/commons/api-client';
import type { Environment } from './environment.ts';

/** A row of the list of failure modes under concurrency. */
export interface Race {
  /** One round. */
  what: string;
  /** Default number; a run may use fewer. */
  rounds: number;
  /** `log` reports progress. */
  run(environment: Environment, rounds: number, log: (line: string) => void): Promise<Outcome>;
}

interface Outcome {
  /** Violations, one sentence each. */
  wrong: string[];
  /** Additional figures. */
  note?: string;
  /** If it counts something other than rounds. */
  rounds?: number;
}

/** Timeout in milliseconds. */
export async function runWithinQueue<Answer>(
  longest: number,
  work: Promise<Answer>,
): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, give) => {
    timer = setTimeout(give, longest, new Error(`timeout after ${longest / 60_000} minutes`));
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

export interface Heard<Answer> {
  answers: Answer[];
  /** The error code of each refusal, or other failures. */
  refusals: string[];
}

const toRefusalWord = (error: unknown): string =>
  error instanceof CallError
    ? (error.code ?? `${error.statusCode} ${error.message}`)
    : String(error);

/** Runs an operation this many times concurrently. */
export async function crowd<Answer>(
  size: number,
  work: (index: number) => Promise<Answer>,
): Promise<Heard<Answer>> {
  const all = await Promise.allSettled(Array.from({ length: size }, (_, index) => work(index)));
  return {
    answers: all.flatMap((item) => (item.status === 'fulfilled' ? [item.value] : [])),
    refusals: all.flatMap((item) =>
      item.status === 'rejected' ? [toRefusalWord(item.reason)] : [],
    ),
  };
}

/** Unexpected refusals. A 503 is allowed when fifty requests compete on a small machine. */
export const unexpected = ({ refusals }: Heard<unknown>, ...allowed: string[]): string[] => [
  ...new Set(refusals.filter((word) => !allowed.includes(word) && !word.startsWith('503'))),
];

export const readOutcome = (work: Promise<unknown>): Promise<string> =>
  work.then(() => 'accepted', toRefusalWord);

/** Runs all rounds, some of them in parallel. */
export async function inLanes(
  rounds: number,
  concurrency: number,
  work: (round: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: Math.min(concurrency, rounds) }, async () => {
      for (let round = next++; round < rounds; round = next++) await work(round);
    }),
  );
}
