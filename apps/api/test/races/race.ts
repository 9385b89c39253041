import { CallFailed } from '@cme/commons/api-client';
import type { Ground } from './ground.ts';

/** A row of what may go wrong when many do the same at once, or one does it again and again. */
export interface Race {
  /** What is done in a round. */
  what: string;
  /** As many as are wanted of it; a run may ask for fewer. */
  rounds: number;
  /** `tell` says how far it has come. */
  run(ground: Ground, rounds: number, tell: (line: string) => void): Promise<Outcome>;
}

export interface Outcome {
  /** What is wrong, a sentence each. */
  wrong: string[];
  /** Figures beside the usual ones. */
  note?: string;
  /** Where it counts something else than was asked for. */
  rounds?: number;
}

/** What has not ended after so many milliseconds never will. */
export async function inTime<Answer>(longest: number, work: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, give) => {
    timer = setTimeout(give, longest, new Error(`not over after ${longest / 60_000} minutes`));
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

export interface Heard<Answer> {
  answers: Answer[];
  /** The machine word of each refusal, or what else went wrong. */
  refusals: string[];
}

const wordOf = (error: unknown): string =>
  error instanceof CallFailed
    ? (error.code ?? `${error.statusCode} ${error.message}`)
    : String(error);

/** The same thing so many times at once. */
export async function crowd<Answer>(
  size: number,
  work: (at: number) => Promise<Answer>,
): Promise<Heard<Answer>> {
  const all = await Promise.allSettled(Array.from({ length: size }, (_, at) => work(at)));
  return {
    answers: all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    refusals: all.flatMap((one) => (one.status === 'rejected' ? [wordOf(one.reason)] : [])),
  };
}

/** Refusals that nobody may hear. Being told to come again is allowed when fifty want the same
 * and the machine is small. */
export const unexpected = ({ refusals }: Heard<unknown>, ...allowed: string[]): string[] => [
  ...new Set(refusals.filter((word) => !allowed.includes(word) && !word.startsWith('503'))),
];

export const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(() => 'accepted', wordOf);

/** All rounds, some of them beside each other. */
export async function inLanes(
  rounds: number,
  lanes: number,
  work: (round: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: Math.min(lanes, rounds) }, async () => {
      for (let round = next++; round < rounds; round = next++) await work(round);
    }),
  );
}
