import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import * as z from 'zod/mini';
import {
  applications,
  ReleaseId,
  RolloutCommand,
  RolloutCounts,
  RolloutFollow,
  type RolloutReport,
  type RolloutState,
  TesterAsked,
} from '@cme/contract/site/rollout';
import type { AppContext } from '../../platform/context/context.ts';
import { isAway } from '../../platform/database/database.ts';
import { NotPossibleError, SessionExpiredError } from '../../platform/http/not-possible.ts';
import { createAccess, UnknownOperatorError, type OperatorOf } from './access.ts';
import { type Follow, createRolloutFollow } from './follow.ts';
import { readHealth } from './health.view.ts';
import { writeReports } from './reports.store.ts';
import { abortUnhealthy, executeCommand, promoteDue, setBuilt } from './rollout.action.ts';
import { RolloutRefusedError } from './rollout.rules.ts';
import { noteEdge, readEdges, readEvents, readRevision, readState } from './rollout.store.ts';
import { createTesterLink } from './tester.action.ts';

/** Timeout of an edge's long-polling call. */
const longestWait = 15_000;

/**
 * Commands of operators have a limit of their own: whatever else comes from their address, such as
 * an edge's calls, cannot use it up.
 */
const operators = { config: { rateLimit: { max: 600, timeWindow: 60_000 } } };

/** A judgement that takes longer may take a tenth of the time. */
const slowMs = 1000;

/**
 * Judges all candidates. What was rolled back, or suspected for the first time, raises an alarm.
 * Calls during a judgement share the next one. After a slow one there is a pause: large sites keep
 * reporting, so that nothing stays unjudged.
 */
function createJudge(context: AppContext, changed: () => void): () => Promise<void> {
  const alarmed = new LRUCache<string, true>({ max: 100 });
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | undefined;
  let pausedUntil = 0;

  async function judge(): Promise<void> {
    const begun = performance.now();
    const { aborted, suspected } = await abortUnhealthy(context);
    for (const [name, words] of suspected) {
      if (alarmed.has(name)) continue;
      alarmed.set(name, true);
      context.log.error({ alarm: 'rollout', what: `${name}: ${words}` }, 'candidate suspected');
    }
    for (const name of aborted)
      context.log.fatal({ alarm: 'rollout', what: name }, 'candidate rolled back');
    if (aborted.length > 0) changed();
    const took = performance.now() - begun;
    if (took > slowMs) pausedUntil = performance.now() + 9 * took;
  }
  return async () => {
    if (performance.now() < pausedUntil) return;
    next ??= running.then(() => {
      next = undefined;
      const judged = judge();
      running = judged.catch(() => undefined);
      return judged;
    });
    await next;
  };
}

/** The API of operators and edges, on this process's own port only: edges proxy only `/qm/`. */
export function registerRollout(
  app: FastifyInstance,
  context: AppContext,
  identifyOperator: OperatorOf,
): void {
  const { edgeToken, isProgram, expectProgram, operator } = createAccess(
    context.settings.secret,
    identifyOperator,
  );
  const follow = createRolloutFollow(
    () => readRevision(context.db),
    (error) => context.log.error({ err: error }, 'rollout long polling failed'),
  );
  const judge = createJudge(context, follow.changed);
  app.addHook('preClose', async () => follow.changed());

  void app.register(
    async (scope) => {
      scope.setErrorHandler(handleRolloutError);
      scope.addHook('onRequest', async (_, reply) => {
        reply.header('cache-control', 'no-store');
      });

      scope.post('/follow', async (request) => {
        await expectProgram(request, 'edge');
        const asked = RolloutFollow.parse(request.body);
        await noteEdge(context.db, context.now(), asked);
        const before = await stateOfNow(context, follow, asked.verified ?? []);
        if (asked.now || before.revision !== asked.revision || context.stopping.aborted)
          return before;
        await follow.wait(asked.revision, longestWait);
        return readState(context.db);
      });
      scope.post('/counts', async (request) => {
        await expectProgram(request, 'edge');
        const { reports = [] } = RolloutCounts.parse(request.body);
        await writeReports(context.db, context.now(), reports);
        await judge();
        return {};
      });
      scope.post('/built', async (request) => {
        await expectProgram(request, 'start');
        const state = await setBuilt(context, Built.parse(request.body).builds);
        follow.changed();
        return state;
      });
      scope.post('/report', operators, async (request, reply) => {
        if (!(await isProgram(request, 'edge'))) await operator(request, reply);
        return readRolloutReport(context, Asked.parse(request.body ?? {}));
      });
      // Before the slow checks of a command, which a code would not outlive.
      scope.post('/session', operators, async (request, reply) => ({
        by: (await operator(request, reply)).name,
      }));
      scope.post('/tester', operators, async (request, reply) => {
        const asked = TesterAsked.parse(request.body);
        const who = await operator(request, reply);
        return createTesterLink(context, asked, who, await edgeToken);
      });
      scope.post('/command', operators, async (request, reply) => {
        const command = RolloutCommand.parse(request.body);
        // A dry run requires only read access.
        const isReader = command.dry && (await isProgram(request, 'edge'));
        const who = isReader ? { actor_id: '', name: '预演' } : await operator(request, reply);
        const state = await executeCommand(context, command, who);
        if (!command.dry) follow.changed();
        return { state, by: who.name };
      });
    },
    { prefix: '/internal/rollout' },
  );
}

/** Edges poll continuously, so a finished canary is noticed within one poll. */
async function stateOfNow(
  context: AppContext,
  follow: Follow,
  verified: NonNullable<RolloutFollow['verified']>,
): Promise<RolloutState> {
  const state = await readState(context.db);
  if (!(await promoteDue(context, state, verified))) return state;
  follow.changed();
  return readState(context.db);
}

const Built = z.object({ builds: z.partialRecord(z.enum(applications), ReleaseId) });
const Asked = z.object({
  area: z.optional(RolloutCommand.shape.area),
  most: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(500))),
});

async function readRolloutReport(
  { db, now }: AppContext,
  { area, most: limit = 50 }: z.infer<typeof Asked>,
): Promise<RolloutReport> {
  const state = await readState(db);
  const health: RolloutReport['health'] = {};
  for (const [name, { sites }] of Object.entries(state.areas)) {
    health[name] = await readHealth(db, state, name, undefined, now());
    for (const site of Object.keys(sites))
      health[`${name} ${site}`] = await readHealth(db, state, name, site, now());
  }
  return {
    state,
    health,
    edges: await readEdges(db, now()),
    events: await readEvents(db, { area, most: limit }),
  };
}

/** Returns every refusal as `RolloutRefusal` with a readable message. */
function handleRolloutError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const [status, code, message] = toRolloutRefusal(error);
  if (status >= 500) request.log.error({ err: error }, 'rollout failed');
  reply.code(status).send({ code, message });
}

function toRolloutRefusal(error: unknown): [number, string, string] {
  if (error instanceof RolloutRefusedError)
    return [error.code === 'usage' ? 400 : 409, error.code, error.message];
  if (error instanceof UnknownOperatorError) return [401, 'account', error.message];
  if (isAway(error)) return [503, 'away', '数据库暂时没有回答，请稍后再试'];
  if (error instanceof SessionExpiredError) return [401, 'session', error.message];
  if (error instanceof NotPossibleError) return [403, 'account', error.message];
  if (error instanceof z.core.$ZodError)
    return [400, 'usage', `请求不正确：${error.issues[0]?.path.join('.') ?? ''}`];
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return status >= 400 && status < 500
    ? [status, 'usage', '请求不正确']
    : [500, 'failed', '系统出错了，请查看 API 的日志'];
}
