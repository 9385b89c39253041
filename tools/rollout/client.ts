import {
  type Application,
  RolloutReport,
  RolloutRefusal,
  RolloutState,
  type RolloutCommand,
  rolloutToken,
} from '@cme/contract/site/rollout';
import * as z from 'zod/mini';
import { secretOf } from '../../apps/edge/src/rollout/secret.ts';
import { readSettings } from '../../apps/edge/src/settings.ts';

/** Refused by the API, or unreachable; `code` as in `RolloutRefusal`. */
export class Refused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const patience = 15_000;
const Done = z.object({ state: RolloutState, by: z.string() });

/** Client of the installation's API, for its programs or for a named operator. */
export function openRolloutClient(env: NodeJS.ProcessEnv) {
  const secret = secretOf(env);
  const origins = readSettings(env).apiOrigins;

  async function program(who: 'edge' | 'start'): Promise<string> {
    if (who === 'edge' && env['EDGE_TOKEN']) return `Bearer ${env['EDGE_TOKEN']}`;
    const found = secret();
    if (!found)
      throw new Refused(
        'away',
        '没有找到 EDGE_TOKEN 或 APP_SECRET，也没有数据目录里的 secret：请在安装目录运行，或设置 DATA_DIR',
      );
    return `Bearer ${await rolloutToken(found, who)}`;
  }

  /** The first reachable API. */
  async function ask(path: string, body: object, authorization: string): Promise<unknown> {
    let last: unknown;
    for (const origin of origins) {
      const answer = await fetch(`${origin}/internal/rollout/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(patience),
      }).catch((fault: unknown) => void (last = fault));
      if (!answer) continue;
      const told: unknown = await answer.json().catch(() => ({}));
      if (answer.ok) return told;
      const refusal = RolloutRefusal.safeParse(told).data;
      throw new Refused(
        refusal?.code ?? 'failed',
        refusal?.message ?? `API 回答了 ${answer.status}：可能是不支持发布管理的旧版本`,
      );
    }
    const why = last instanceof Error && last.name === 'TimeoutError' ? '没有回答' : '无法连接';
    throw new Refused('away', `API ${why}（${origins.join('、')}）：请确认它正在运行`);
  }

  return {
    origins,
    /** The token of an edge that does not know the secret. */
    edgeToken: async () => (await program('edge')).replace('Bearer ', ''),
    report: async (more: { area?: Application; most?: number } = {}) =>
      RolloutReport.parse(await ask('report', more, await program('edge'))),
    /** A dry run, with the installation's own token. */
    preview: async (command: RolloutCommand) =>
      Done.parse(await ask('command', { ...command, dry: true }, await program('edge'))),
    command: async (command: RolloutCommand, who: { mobile: string; password: string }) => {
      const basic = Buffer.from(`${who.mobile}:${who.password}`).toString('base64');
      return Done.parse(await ask('command', command, `Basic ${basic}`));
    },
    built: async (builds: Partial<Record<Application, string>>) =>
      RolloutState.parse(await ask('built', { builds }, await program('start'))),
  };
}
export type RolloutClient = ReturnType<typeof openRolloutClient>;
