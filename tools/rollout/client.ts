import {
  type Application,
  type OwnApplication,
  RolloutReport,
  RolloutRefusal,
  RolloutState,
  type RolloutCommand,
  rolloutToken,
  type TesterAsked,
  TesterLink,
} from '@cme/contract/site/rollout';
import * as z from 'zod/mini';
import { type Credentials, SessionExpiredError } from '@cme/api/staff/credentials';
import { readSecret } from '@cme/release';
import { readSettings } from '@cme/edge/settings';

/** Refused by the API, or unreachable; `code` as in `RolloutRefusal`. */
export class CommandRefusedError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Number and password with the code of the second factor, or the session of an earlier command. */
function authorize({ mobile, password, code, token }: Credentials): Record<string, string> {
  const encode = (secret = '') => Buffer.from(`${mobile}:${secret}`).toString('base64');
  return token
    ? { authorization: `Session ${encode(token)}` }
    : { authorization: `Basic ${encode(password)}`, 'x-staff-code': code ?? '' };
}

const timeoutMs = 15_000;
const Done = z.object({ state: RolloutState, by: z.string() });

/** The token of the installation's programs. */
async function authorizeProgram(
  env: NodeJS.ProcessEnv,
  key: Uint8Array<ArrayBuffer> | undefined,
  audience: 'edge' | 'start',
): Promise<string> {
  if (audience === 'edge' && env['EDGE_TOKEN']) return `Bearer ${env['EDGE_TOKEN']}`;
  if (!key)
    throw new CommandRefusedError(
      'away',
      '没有找到 EDGE_TOKEN 或 APP_SECRET，也没有数据目录里的 secret：请在安装目录运行，或设置 DATA_DIR',
    );
  return `Bearer ${await rolloutToken(key, audience)}`;
}

/** Client of the installation's API, for its programs or for a named operator. */
export function createRolloutClient(env: NodeJS.ProcessEnv) {
  const origins = readSettings(env).apiOrigins;

  const createAuthorization = (audience: 'edge' | 'start') =>
    authorizeProgram(env, readSecret(env), audience);

  /** The first reachable API. */
  async function sendRequest(
    path: string,
    body: object,
    authorization: string | Record<string, string>,
    storeSession?: (token: string) => void,
  ): Promise<unknown> {
    const proof = typeof authorization === 'string' ? { authorization } : authorization;
    let lastError: unknown;
    for (const origin of origins) {
      const answer = await fetch(`${origin}/internal/rollout/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...proof },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error: unknown) => void (lastError = error));
      if (!answer) continue;
      const session = answer.headers.get('x-staff-session');
      if (session) storeSession?.(session);
      const reply: unknown = await answer.json().catch(() => ({}));
      if (answer.ok) return reply;
      const refusal = RolloutRefusal.safeParse(reply).data;
      if (refusal?.code === 'session') throw new SessionExpiredError(refusal.message);
      throw new CommandRefusedError(
        refusal?.code ?? (answer.status === 404 ? 'older' : 'failed'),
        refusal?.message ?? `API 回答了 ${answer.status}：可能是不支持发布管理的旧版本`,
      );
    }
    const problem =
      lastError instanceof Error && lastError.name === 'TimeoutError' ? '没有回答' : '无法连接';
    throw new CommandRefusedError(
      'away',
      `API ${problem}（${origins.join('、')}）：请确认它正在运行`,
    );
  }

  return {
    origins,
    /** The token of an edge that does not know the secret. */
    edgeToken: async () => (await createAuthorization('edge')).replace('Bearer ', ''),
    report: async (options: { area?: Application; most?: number } = {}) =>
      RolloutReport.parse(await sendRequest('report', options, await createAuthorization('edge'))),
    /** A dry run, with the installation's own token. */
    preview: async (command: RolloutCommand) =>
      Done.parse(
        await sendRequest('command', { ...command, dry: true }, await createAuthorization('edge')),
      ),
    /** `storeSession` gets the token for the operator's next commands. */
    command: async (
      command: RolloutCommand,
      staff: Credentials,
      storeSession: (token: string) => void = () => undefined,
    ) => Done.parse(await sendRequest('command', command, authorize(staff), storeSession)),
    /** Opens a session for the commands that follow; an older API has none, and asks at the command. */
    signIn: async (staff: Credentials, storeSession: (token: string) => void): Promise<void> => {
      await sendRequest('session', {}, authorize(staff), storeSession).catch((error: unknown) => {
        if (!(error instanceof CommandRefusedError && error.code === 'older')) throw error;
      });
    },
    /** A link for a tester, on an operator's account. */
    tester: async (
      asked: TesterAsked,
      staff: Credentials,
      storeSession: (token: string) => void = () => undefined,
    ) => TesterLink.parse(await sendRequest('tester', asked, authorize(staff), storeSession)),
    built: async (builds: Partial<Record<OwnApplication, string>>) =>
      RolloutState.parse(
        await sendRequest('built', { builds }, await createAuthorization('start')),
      ),
  };
}
export type RolloutClient = ReturnType<typeof createRolloutClient>;
