import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { RefusalError } from '../../platform/http/refusal.ts';
import { createSemaphore, QueueFullError } from '../../platform/locks/semaphore.ts';

/** argon2id is the library's default algorithm. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One core and one thread of the pool stay free for other work. The people of a hospital who sign in
 * at once wait half a minute at most; networks take turns, so that none makes the others wait. */
const hashing = createSemaphore({
  permits: Math.max(1, Math.min(3, availableParallelism() - 1)),
  waiting: 1200,
  perAsker: 600,
});

export interface HashingFor {
  network: string;
  isKnown: boolean;
}

/** Refuses when too many passwords wait to be hashed. */
async function runWithinQueue<Result>(
  work: () => Promise<Result>,
  asker?: HashingFor,
): Promise<Result> {
  try {
    return await hashing.run(work, asker?.network, asker?.isKnown);
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    throw new RefusalError(429, '当前登录人数较多，请稍后再试', 'rate_limited');
  }
}

export function hashPassword(password: string, asker?: HashingFor): Promise<string> {
  return runWithinQueue(() => hash(password, cost), asker);
}

/** A dummy hash of an unknown password: verifying it takes as long as verifying a real one. */
let dummyHash: Promise<string> | undefined;

/** Whether this is the password of `stored`. Without `stored` it takes the same time and returns
 * false. */
export async function verifyPassword(
  stored: string | undefined,
  password: string,
  asker?: HashingFor,
): Promise<boolean> {
  const against = stored ?? (await (dummyHash ??= hash(crypto.randomUUID(), cost)));
  const right = await runWithinQueue(() => verify(against, password), asker);
  return right && stored !== undefined;
}
