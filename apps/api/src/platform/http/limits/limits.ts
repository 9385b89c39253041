import { type Call, proofHeader } from '@cme/contract/base';
import { lt } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { AppContext, SignedIn } from '../../context/context.ts';
import type { Db } from '../../database/database.ts';
import { keyFor } from '../../settings/keys.ts';
import { clientNetwork, type Rates, type RequireProof } from '../call-limits.ts';
import { createProgramCheck } from '../program-token.ts';
import { RefusalError } from '../refusal.ts';
import { captchaUsed } from './limits.tables.ts';
import { newChallenge, proofLevel, readSolution } from './proof.rules.ts';
import { createRates } from './rates.ts';

/** Calls of one person a minute, whatever they are. */
const callsOfPerson = 1200;

export type Limits = ReturnType<typeof createLimits>;

const tooOften = () => new RefusalError(429, '操作过于频繁，请稍后再试', 'rate_limited');

/** Decides all limits of calls by rate: people by account, strangers by network. See README. */
export function createLimits(context: AppContext) {
  const { settings } = context;
  const key = keyFor(settings, 'limits/proof');
  const count = createRates();
  const isProgram = createProgramCheck(settings.secret);

  /** What an edge asks for itself counts for nobody; calls in a visitor's name count for that one. */
  const isEdge = (request: FastifyRequest) => isProgram(request, 'edge');

  function requireProofFor(request: FastifyRequest, { path }: Call): RequireProof {
    const purpose = { path, network: clientNetwork(request) };
    const header = request.headers[proofHeader.toLowerCase()];
    let isProved = false;
    return async (level, tx = context.db) => {
      if (level <= 0 || isProved) return;
      const now = context.now();
      const solution =
        typeof header === 'string' ? readSolution(key, purpose, header, now) : undefined;
      isProved = solution !== undefined && (await spend(tx, solution));
      if (!isProved)
        throw new RefusalError(429, '当前访问人数较多，请稍后再试', 'proof_needed', {
          challenge: newChallenge(key, purpose, level, now),
        });
    };
  }

  /** Counts a call, and refuses it if its person or network makes too many. */
  async function admit(
    request: FastifyRequest,
    { path }: Call,
    { perMinute, strangersPerMinute }: Rates,
    { signedIn, requireProof }: CallFacts,
  ): Promise<void> {
    if (settings.rateLimit === 0) return;
    const now = context.now();
    if (signedIn) {
      const { user_id } = signedIn.person;
      const isOften =
        count(user_id, now) > callsOfPerson ||
        (perMinute !== undefined && count(`${user_id} ${path}`, now) > perMinute);
      if (isOften) throw tooOften();
      return;
    }
    const network = clientNetwork(request);
    if (await isEdge(request)) return;
    const level = proofLevel(count(network, now), settings.rateLimit);
    const ofCall =
      strangersPerMinute === undefined
        ? 0
        : proofLevel(count(`${network} ${path}`, now), strangersPerMinute);
    await requireProof(Math.max(level, ofCall));
  }

  return { isEdge, requireProofFor, admit };
}

interface CallFacts {
  signedIn: SignedIn | undefined;
  requireProof: RequireProof;
}

async function spend(db: Db, { id, expires_at }: { id: string; expires_at: Date }) {
  const spent = await db
    .insert(captchaUsed)
    .values({ captcha_id: id, expires_at })
    .onConflictDoNothing()
    .returning();
  return spent.length === 1;
}

export async function sweepProofs(db: Db, now: Date): Promise<void> {
  await db.delete(captchaUsed).where(lt(captchaUsed.expires_at, now));
}
