import { join } from 'node:path';
import { pino } from 'pino';
import { logShownPeople } from '../platform/http/staff-log.ts';
import type { AppContext } from '../platform/context/context.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { createJobs } from '../platform/jobs/jobs.ts';
import { FolderInUseError, acquireLock } from '../platform/settings/folder-lock.ts';
import { NotPossibleError, SessionExpiredError } from '../platform/http/not-possible.ts';
import { creditQueue } from '../credits/exchange/exchange.queues.ts';
import { deliverQueue } from '../payment/order/book.action.ts';
import { closeOthersQueue } from '../payment/pay/book-trade.action.ts';
import { sendQueue } from '../payment/refund-record/refund.queues.ts';
import { deriveKeys } from '../person/identity/secret.rules.ts';
import { findByMobile } from '../person/identity/user.store.ts';
import { showSampleCode } from '../sample/factors.ts';
import { readSites } from '../platform/sites/site.store.ts';
import { logState } from '../platform/state-log/state-log.store.ts';
import { readSettings, SettingError } from '../platform/settings/settings.ts';
import { findSignedIn } from '../person/identity/session/signed-in.ts';
import {
  type Account,
  type Credentials,
  requireRole,
  signIn,
  signInToEnrol,
} from './staff/account.ts';
import { approval } from './decisions/approval.ts';
import { backup } from './backup/backup.ts';
import { withCredentials } from './staff/ask-credentials.ts';
import { type Command, UsageError } from './staff/command.ts';
import { storeToken } from './staff/session-file.ts';
import { contentAreas } from './content/areas.ts';
import { creditsAreas } from './credits/areas.ts';
import { paymentAreas } from './payment/areas.ts';
import { personAreas } from './person/areas.ts';
import { siteAreas } from './site/areas.ts';
import { studyAreas } from './study/areas.ts';
import { type ShortCommand, signOut } from './staff/sign-out.ts';

/** Staff commands, as there is no console yet: `<area> <action>`, named by the rooms. */
export const areas: Readonly<Record<string, Record<string, Command>>> = {
  ...siteAreas,
  ...personAreas,
  ...contentAreas,
  ...studyAreas,
  ...creditsAreas,
  ...paymentAreas,
  approval,
  backup,
};

const usage = () =>
  [
    '用法：npm run staff -- <对象> <操作> …',
    ...Object.entries(areas).flatMap(([area, commands]) =>
      Object.entries(commands).map(
        ([name, { args, about }]) => `  ${area} ${name} ${args}  ${about}`,
      ),
    ),
    ...Object.entries(shortCommands).map(
      ([name, { args, about }]) => `  ${name} ${args}  ${about}`,
    ),
    '办理须注明工作人员（有相应角色的账号）：STAFF=手机号 STAFF_PASSWORD=密码 STAFF_CODE=动态验证码，或按提示输入；',
    '之后15分钟内接着办理只须 STAFF=手机号',
    '退出码：0 成功，1 失败，2 用法有误',
  ].join('\n');

/** Jobs that commands may enqueue. */
const queues = [sendQueue, deliverQueue, closeOthersQueue, creditQueue];

/** A context without a server: jobs are enqueued for the serving process. */
async function withContext<Result>(
  env: NodeJS.ProcessEnv,
  work: (context: AppContext) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings({ ...env, LOG_LEVEL: env['LOG_LEVEL'] ?? 'error' });
  process.umask(0o077);
  const unlock = settings.databaseUrl
    ? () => undefined
    : acquireLock(join(settings.dataDir, 'database.lock'));
  const database = await openDatabase(settings);
  const jobs = createJobs(database.forJobs, database.kind, (error) =>
    process.stderr.write(`${error.message}\n`),
  );
  for (const queue of queues) jobs.define(queue, async () => undefined);
  try {
    await jobs.start({ work: false });
    const context: AppContext = {
      db: database.db,
      settings,
      now: () => new Date(),
      jobs,
      log: pino({ level: 'error' }),
      stopping: new AbortController().signal,
      findSignedIn: (token, site, call) => findSignedIn(context, token, site, call),
    };
    return await work(context);
  } finally {
    await jobs.stop();
    await database.close();
    unlock();
  }
}

/** Commands that change something, or print data about learners, require a staff account with their
 * role; any staff account may handle proposals. The log entry is written before the command
 * runs. */
export async function runAuthorized(
  context: AppContext,
  [area = '', action = '', ...args]: readonly string[],
  credentials: Credentials | undefined,
  storeSession: (token: string) => void = () => undefined,
): Promise<string> {
  const command = requireCommand(area, action);
  if (command.role === undefined) return command.run(context, args);
  if (!credentials) return (await command.runFirst?.(context, args)) ?? usage();
  if (command.isInPerson && !credentials.code)
    throw new SessionExpiredError(
      '确认须由本人重新输入密码和动态验证码：STAFF_PASSWORD=… STAFF_CODE=…',
    );
  const account = command.isEnrolling
    ? await signInToEnrol(context, credentials, { isInvited: action === 'accept' })
    : await enter(context, credentials, storeSession);
  if (!judgedInside.has(area) && !isOwn(area, action)) requireRole(account, command.role);
  await logState(context.db, {
    entity: 'staff_command',
    // What enrols takes a secret.
    entity_id: command.isEnrolling ? '' : await readSubject(context, args[0] ?? ''),
    from: '',
    to: `${area} ${action}`,
    actor_type: 'staff',
    actor_id: account.user_id,
    reason: command.about,
    at: context.now(),
  });
  const shownBy = { to: `${area} ${action}`, reason: command.about, actor_id: account.user_id };
  return logShownPeople(context, shownBy, () => command.run(context, args, account));
}

async function enter(
  context: AppContext,
  credentials: Credentials,
  storeSession: (token: string) => void,
): Promise<Account> {
  const { account, token } = await signIn(context, credentials);
  if (token !== credentials.token) storeSession(token);
  return account;
}

/** The command's first id; for a mobile number, which is never logged in plain text, the
 * accounts. */
async function readSubject({ db, settings }: AppContext, word: string): Promise<string> {
  if (!/^1\d{10}$/.test(word)) return /^[\w-]{1,64}$/.test(word) ? word : '';
  const rows = [];
  for (const { site_id } of await readSites(db))
    rows.push(await findByMobile(db, deriveKeys(settings), site_id, word));
  return rows.flatMap((row) => row?.user_id ?? []).join(' ');
}

/** Permission depends on the subject: who proposed it, whose unit it is. */
const judgedInside: ReadonlySet<string> = new Set(['approval', 'declare', 'unit']);

/** Any staff account may handle these, and whoever has been invited. */
const isOwn = (area: string, action: string): boolean =>
  (area === 'factor' && action !== 'reset') || (area === 'roles' && action === 'accept');

function requireCommand(area: string, action: string): Command {
  const command = Object.hasOwn(areas, area) ? areas[area]?.[action] : undefined;
  if (!command) throw new UsageError(usage());
  return command;
}

async function runLine(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const [area = '', action = ''] = args;
  const short = Object.hasOwn(shortCommands, area) ? shortCommands[area] : undefined;
  if (short) return short.run(env, args.slice(1));
  const { role, isEnrolling, isInPerson, runFirst } = requireCommand(area, action);
  if (role === undefined)
    return withContext(env, (context) => runAuthorized(context, args, undefined));
  const first = runFirst
    ? await withContext(env, (context) => runFirst(context, args.slice(2)))
    : undefined;
  if (first !== undefined) return first;
  const work = (credentials: Credentials) =>
    withContext(env, (context) =>
      runAuthorized(context, args, credentials, (token) =>
        storeToken(env, credentials.mobile, token),
      ),
    );
  return withCredentials(env, work, { isEnrolling, isInPerson });
}

/** Commands of one word. */
const shortCommands: Record<string, ShortCommand> = {
  'sign-out': {
    args: '',
    about: '结束本机的登录',
    run: (env) => signOut(env, (work) => withContext(env, work)),
  },
  code: {
    args: '<手机号>',
    about: '示例工作人员当前的动态验证码（仅限有示例内容的安装）',
    run: async (env, args) => showSampleCode(readSettings(env), args, new Date()),
  },
};

/** Runs a command line and returns the exit code. */
export async function runStaffCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  try {
    const line = await runLine(args, env);
    process.stdout.write(`${line}\n`);
    return 0;
  } catch (error) {
    const isKnown =
      error instanceof UsageError ||
      error instanceof SettingError ||
      error instanceof FolderInUseError ||
      error instanceof NotPossibleError;
    const message =
      error instanceof Error ? (isKnown ? error.message : error.stack) : String(error);
    process.stderr.write(`${message}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}
