import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  applications,
  ReleaseId,
  RolloutCommand,
  RolloutCounts,
  RolloutFollow,
  type RolloutReport,
  type RolloutState,
  rolloutToken,
} from '@cme/contract/site/rollout';
import type { AppContext } from '../../context.ts';
import { isAway } from '../../database/database.ts';
import { NotPossible, SessionOver } from '../../http/not-possible.ts';
import { type Follow, createRolloutFollow } from './follow.ts';
import {
  abortUnhealthy,
  executeCommand,
  healthOf,
  type Operator,
  promoteDue,
  setBuilt,
} from './rollout.action.ts';
import { RolloutRefused } from './rollout.rules.ts';
import {
  noteEdge,
  readEdges,
  readEvents,
  readRevision,
  readState,
  writeCounts,
} from './rollout.store.ts';

/** Timeout of an edge's long-polling call. */
const longestWait = 15_000;

/** What an operator proves: password and code of the second factor, or a session. */
interface OperatorProof {
  mobile: string;
  password?: string;
  code?: string | undefined;
  token?: string;
}

/** A staff account with the role, and the session of its next commands. */
export type OperatorOf = (proof: OperatorProof) => Promise<Operator & { session: string }>;

/** Carries the code of an operator, and back the session that it has opened. */
const codeHeader = 'x-staff-code';
const sessionHeader = 'x-staff-session';

class NotKnown extends Error {}

/** The API of operators and edges, on this process's own port only: edges proxy only `/qm/`.
 * Programs send a token derived from the installation's secret, people their account. */
export function registerRollout(
  app: FastifyInstance,
  context: AppContext,
  operatorOf: OperatorOf,
): void {
  const secret = new Uint8Array(context.settings.secret);
  const tokens = {
    edge: rolloutToken(secret, 'edge'),
    start: rolloutToken(secret, 'start'),
  };
  const isProgram = async (request: FastifyRequest, program: 'edge' | 'start') =>
    isSame(credentials(request, 'Bearer'), await tokens[program]);
  const expectProgram = async (request: FastifyRequest, program: 'edge' | 'start') => {
    if (!(await isProgram(request, program))) throw new NotKnown('凭证不正确');
  };
  const operator = (request: FastifyRequest, reply: FastifyReply) =>
    findOperator(operatorOf, request, reply);
  const follow = createRolloutFollow(
    () => readRevision(context.db),
    (error) => context.log.error({ err: error }, 'rollout long polling failed'),
  );
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
        await writeCounts(context.db, context.now(), RolloutCounts.parse(request.body));
        const aborted = await abortUnhealthy(context);
        for (const name of aborted)
          context.log.fatal({ alarm: 'rollout', what: name }, 'candidate rolled back');
        if (aborted.length > 0) follow.changed();
        return {};
      });
      scope.post('/built', async (request) => {
        await expectProgram(request, 'start');
        const state = await setBuilt(context, Built.parse(request.body).builds);
        follow.changed();
        return state;
      });
      scope.post('/report', async (request, reply) => {
        if (!(await isProgram(request, 'edge'))) await operator(request, reply);
        return reportOf(context, Asked.parse(request.body ?? {}));
      });
      // Before the slow checks of a command, which a code would not outlive.
      scope.post('/session', async (request, reply) => ({
        by: (await operator(request, reply)).name,
      }));
      scope.post('/command', async (request, reply) => {
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
  area: z.optional(z.enum(applications)),
  most: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(500))),
});

async function reportOf(
  { db, now }: AppContext,
  { area, most: limit = 50 }: z.infer<typeof Asked>,
): Promise<RolloutReport> {
  const state = await readState(db);
  const health: RolloutReport['health'] = {};
  for (const [name, { sites }] of Object.entries(state.areas)) {
    health[name] = await healthOf(db, state, name, undefined, now());
    for (const site of Object.keys(sites))
      health[`${name} ${site}`] = await healthOf(db, state, name, site, now());
  }
  return {
    state,
    health,
    edges: await readEdges(db, now()),
    events: await readEvents(db, { area, most: limit }),
  };
}

async function findOperator(
  operatorOf: OperatorOf,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Operator> {
  if (credentials(request, 'Bearer'))
    throw new NotKnown('凭证不正确：EDGE_TOKEN 或 APP_SECRET 不是这套安装的');
  const { session, ...who } = await operatorOf(proofOf(request));
  // Also with a refusal of the command: the code is used.
  reply.header(sessionHeader, session);
  return who;
}

/** `Basic` carries number and password, `Session` number and token. */
function proofOf(request: FastifyRequest): OperatorProof {
  const session = credentials(request, 'Session');
  const text = Buffer.from(session || credentials(request, 'Basic'), 'base64').toString();
  const [mobile = '', ...rest] = text.split(':');
  if (!mobile)
    throw new NotKnown('请注明操作人：STAFF=手机号 STAFF_PASSWORD=密码 STAFF_CODE=动态验证码');
  if (session) return { mobile, token: rest.join(':') };
  const code = request.headers[codeHeader];
  return { mobile, password: rest.join(':'), code: typeof code === 'string' ? code : undefined };
}

function credentials({ headers }: FastifyRequest, scheme: 'Basic' | 'Bearer' | 'Session'): string {
  const [kind, value = ''] = (headers.authorization ?? '').split(' ');
  return kind === scheme ? value : '';
}

function isSame(a: string, b: string): boolean {
  const x = Buffer.from(a);
  const y = Buffer.from(b);
  return x.length === y.length && timingSafeEqual(x, y);
}

/** Returns every refusal as `RolloutRefusal` with a readable message. */
function handleRolloutError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const [status, code, message] = refusalOf(error);
  if (status >= 500) request.log.error({ err: error }, 'rollout failed');
  reply.code(status).send({ code, message });
}

function refusalOf(error: unknown): [number, string, string] {
  if (error instanceof RolloutRefused)
    return [error.code === 'usage' ? 400 : 409, error.code, error.message];
  if (error instanceof NotKnown) return [401, 'account', error.message];
  if (isAway(error)) return [503, 'away', '数据库暂时没有回答，请稍后再试'];
  if (error instanceof SessionOver) return [401, 'session', error.message];
  if (error instanceof NotPossible) return [403, 'account', error.message];
  if (error instanceof z.core.$ZodError)
    return [400, 'usage', `请求不正确：${error.issues[0]?.path.join('.') ?? ''}`];
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return status >= 400 && status < 500
    ? [status, 'usage', '请求不正确']
    : [500, 'failed', '系统出错了，请查看 API 的日志'];
}
