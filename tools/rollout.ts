import { join } from 'node:path';
import { type Application, applications, rolloutActions } from '@cme/contract/site/rollout';
import { storeToken, withCredentials } from '@cme/api/staff/credentials';
import { UsageError } from '@cme/api/staff/command';
import {
  createReleaseStore,
  readReleaseSettings,
  ReleaseRefusedError,
  SettingError,
} from '@cme/release';
import { BuildError } from './build/build.ts';
import {
  executeOrder,
  type CheckSwitch,
  type Order,
  formatOutcome,
  trackOf,
} from './rollout/act.ts';
import {
  expectAccepted,
  parseArea,
  parseArguments,
  type Given,
  parseMinutes,
  parseLimit,
  parsePercent,
  findRelease,
  listReleases,
  parseSite,
} from './rollout/arguments.ts';
import { createRolloutClient, CommandRefusedError } from './rollout/client.ts';
import { type Gate, formatGate, findLiveReleases, runGates } from './rollout/checks/gates.ts';
import { examineRollout } from './rollout/doctor.ts';
import { drawHistory } from './rollout/display/history.ts';
import { listKnownAreas } from './rollout/known-areas.ts';
import { describeDifference } from './rollout/plan.ts';
import { pruneReleases } from './rollout/prune.ts';
import { formatRelease, type Released, createRelease } from './rollout/release.ts';
import { findPagePartners } from './rollout/checks/shared.ts';
import { drawStatus, createStatusRows } from './rollout/display/status.ts';
import { checkSwitch } from './rollout/checks/switch-checks.ts';
import { formatTime } from './rollout/display/times.ts';
import { usage } from './rollout/usage.ts';
import { watchReport } from './rollout/display/watch.ts';

const root = join(import.meta.dirname, '..');
const env: NodeJS.ProcessEnv = {
  ...process.env,
  DATA_DIR: process.env['DATA_DIR'] || join(root, '.data'),
};

/** Areas that a command may name. */
let known: readonly Application[] = applications;

/** The result of a command: text for people, JSON for programs. */
interface Told {
  text: string;
  data: unknown;
  /** 1: a check has failed. */
  code?: 0 | 1;
}
type Command = (words: string[], values: Given) => Promise<Told | undefined>;

const store = () => createReleaseStore(readReleaseSettings(env));
const client = () => createRolloutClient(env);
const about = (releases: ReturnType<typeof store>) => (area: Application, id: string) =>
  releases.manifest(area, id).catch(() => undefined);
/** Width of this terminal; a default width for other output. */
const room = () => process.stdout.columns || 100;
const stored = async (area: Application) => (await store().list(area)).map(({ id }) => id);

async function status(words: string[], values: Given): Promise<Told> {
  const only = words[0] === undefined ? undefined : parseArea(words[0], known);
  const api = client();
  const releases = store();
  const readStatus = async () => {
    const report = await api.report({ most: 1 });
    const rows = await createStatusRows(report, about(releases));
    const shown = rows.filter(({ area }) => !only || area === only);
    return {
      text: drawStatus(report, shown, new Date(), room()),
      data: { revision: report.state.revision, areas: shown, edges: report.edges },
    };
  };
  if (values.watch) await watchReport(readStatus, values.json === true);
  return readStatus();
}

/** Executes the parsed arguments. */
async function orderOf(action: Order['action'], words: string[], values: Given): Promise<Order> {
  const [name, word] = words;
  const area = parseArea(name, known);
  const takesRelease = action === 'start' || action === 'rollback';
  const takesReason = action === 'lock' || action === 'unlock' || action === 'abort';
  const reason = values.reason ?? (takesReason ? word : undefined) ?? '';
  const needsReason = ['lock', 'unlock', 'abort', 'rollback'].includes(action) || values.force;
  if (needsReason && !reason.trim()) throw new UsageError(`${action} 须写明原因：--reason "…"`);
  const minutes = parseMinutes(values.for);
  if (minutes && action === 'promote' && values.to === undefined)
    throw new UsageError('promote 不接受 --for：只用于 start 和 promote --to');
  return {
    action,
    area,
    site: parseSite(values.site),
    release: takesRelease && word ? findRelease(word, await stored(area), area) : undefined,
    percent: parsePercent(values.to),
    minutes,
    reason: reason.trim(),
    force: values.force,
  };
}

const act =
  (action: Order['action']): Command =>
  async (words, values) => {
    const order = await orderOf(action, words, values);
    const releases = store();
    const lines = order.release
      ? await describeDifference(client(), releases, order.area, order.release)
      : [];
    const check: CheckSwitch = (...change) => checkSwitch(...change, releases);
    const outcome = await executeOrder(client(), order, check, { yes: values.yes === true, env });
    const shown = { ...outcome, lines: [...outcome.lines, ...(outcome.acted ? [] : lines)] };
    return { text: formatOutcome(shown), data: { ok: true, ...order, ...shown } };
  };

/** What a start would change, and whether the release passes all gates. */
async function plan(words: string[], values: Given): Promise<Told> {
  const order = await orderOf('start', words, values);
  await expectRelease(order);
  // Validates quickly before any slow check.
  const preview = await act('start')(words, { ...values, yes: false });
  const gates = await gatesOf(order, store());
  const ok = gates.every((gate) => gate.ok);
  const text = ok
    ? (preview?.text ?? '')
    : '✗ 检查未通过，没有改变任何东西：请先修复上面打叉的各项';
  return { text, data: { ...(preview?.data as object), ok, gates }, code: ok ? 0 : 1 };
}

/** Only a paused canary is continued without naming a release; of a locked area the API says so. */
async function expectRelease(order: Order): Promise<void> {
  const { state } = await client().report({ most: 1 });
  const track = trackOf(state, order);
  if (order.release || track?.candidate || track?.lock) return;
  throw new UsageError(`请指明要开始的版本，${listReleases(await stored(order.area))}`);
}

/** A release that fails a gate cannot be activated. */
async function start(words: string[], values: Given): Promise<Told | undefined> {
  const planned = await plan(words, values);
  return planned.code === 0 && values.yes ? act('start')(words, values) : planned;
}

/** Reports the gates of a release as they complete. */
async function gatesOf(
  { area, release: id, site }: Order,
  releases: ReturnType<typeof store>,
): Promise<Gate[]> {
  if (!id) return [];
  const { state } = await client().report({ most: 1 });
  const candidate = {
    application: area,
    id,
    live: findLiveReleases(state, site),
    beside: findPagePartners(state, area, site),
    store: releases,
    env,
  };
  const customer = site && { customer: site };
  return runGates({ ...candidate, api: client().origins[0] ?? '', ...customer }, (gate) =>
    printProgress(formatGate(gate).join('\n')),
  );
}

/** Progress goes to stderr, because programs may parse stdout. */
const printProgress = (line: string) => void process.stderr.write(`${line}\n`);

async function release(words: string[], { from }: Given): Promise<Told> {
  const named = words.length > 0 ? words : [undefined];
  const areas = [...new Set(named.map((name) => parseArea(name, known)))];
  if (from !== undefined && areas.length > 1)
    throw new UsageError('--from 只用于一个区域：一个文件夹里是一个区域的构建');
  const made: Released[] = [];
  for (const application of areas)
    made.push(await createRelease(root, { application, from }, env, printProgress));
  const text = made.flatMap(formatRelease).join('\n');
  return { text, data: { ok: true, releases: made } };
}

/** A link that gives a tester's browser the candidate. */
async function tester(words: string[], values: Given): Promise<Told> {
  const area = parseArea(words[0], known);
  const site = parseSite(values.site);
  const asked = { area, ...(site && { site }) };
  const { query, until } = await withCredentials(env, (staff) =>
    client().tester(asked, staff, (token) => storeToken(env, staff.mobile, token)),
  );
  const path = `/edge/release?${query}`;
  const lines = [
    `在要测试的域名后打开（${formatTime(until)} 前有效，之后保持一天）：`,
    `  ${path}`,
    `恢复：/edge/release?${area}=`,
  ];
  return { text: lines.join('\n'), data: { ok: true, area, path, until } };
}

/** Commands that only somebody with the role may execute. */
const ofOperators: string[] = [...rolloutActions];

/** Signs in before the checks, which a code would not outlive; the command uses the session. */
async function signInFirst(): Promise<void> {
  await withCredentials(env, (staff) =>
    client().signIn(staff, (token) => {
      storeToken(env, staff.mobile, token);
      env['STAFF'] = staff.mobile;
      delete env['STAFF_CODE'];
    }),
  );
}

const commands: Record<string, Command> = {
  status,
  release,
  plan,
  start,
  promote: act('promote'),
  pause: act('pause'),
  abort: act('abort'),
  rollback: act('rollback'),
  lock: act('lock'),
  unlock: act('unlock'),
  mount: act('mount'),
  unmount: act('unmount'),
  async history(words, values) {
    const area = words[0] === undefined ? undefined : parseArea(words[0], known);
    const most = parseLimit(values.most) ?? 20;
    const { events } = await client().report({ most, ...(area && { area }) });
    return { text: drawHistory(events, room()), data: events };
  },
  prune: (_, values) =>
    pruneReleases(client(), readReleaseSettings(env).storage, values.yes === true),
  tester,
  async 'edge-token'() {
    const token = await client().edgeToken();
    return { text: token, data: { ok: true, token } };
  },
  async doctor() {
    const releases = store();
    const found = await examineRollout(client(), (area, id) => releases.load(area, id));
    const code = found.every(({ ok }) => ok) ? 0 : 1;
    const text = found.map(({ ok, what, words }) => `${ok ? '✓' : '✗'} ${what}：${words}`);
    return { text: text.join('\n'), data: { ok: code === 0, found }, code };
  },
};

async function main(): Promise<number> {
  const { values, positionals } = parseArguments(process.argv.slice(2));
  const [name = '', ...words] = positionals;
  if (values.help) return printLine(usage);
  if (!name) throw new UsageError(usage);
  expectAccepted(name, words, values);
  known = await listKnownAreas(name, words, client);
  if (values.yes && ofOperators.includes(name)) await signInFirst();
  const found = await commands[name]?.(words, values);
  if (!found) return 0;
  printLine(values.json ? JSON.stringify(found.data, null, 2) : found.text);
  return found.code ?? 0;
}

function printLine(text: string): 0 {
  process.stdout.write(`${text}\n`);
  return 0;
}

function failed(fault: unknown): number {
  const code =
    fault instanceof CommandRefusedError
      ? fault.code
      : fault instanceof UsageError
        ? 'usage'
        : 'failed';
  const known = [
    CommandRefusedError,
    ReleaseRefusedError,
    UsageError,
    SettingError,
    BuildError,
  ].some((one) => fault instanceof one);
  const words = fault instanceof Error ? (known ? fault.message : fault.stack) : String(fault);
  if (process.argv.includes('--json'))
    printLine(JSON.stringify({ ok: false, code, message: words }));
  else process.stderr.write(`✗ ${words}\n`);
  return code === 'usage' ? 2 : code === 'locked' ? 3 : 1;
}

process.exitCode = await main().catch(failed);
// Open handles of an aborted operation must not delay the exit.
if (!process.stdout.writableNeedDrain) process.exit();
process.stdout.once('drain', () => process.exit());
