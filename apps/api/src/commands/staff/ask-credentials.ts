import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { SessionExpiredError } from '../../platform/http/not-possible.ts';
import type { Credentials } from './account.ts';
import { UsageError } from './command.ts';
import { readToken, removeToken } from './session-file.ts';

export type { Credentials } from './account.ts';
export { SessionExpiredError } from '../../platform/http/not-possible.ts';
export { readToken, storeToken } from './session-file.ts';

const missing = (names: string) => new UsageError(`办理须注明工作人员：${names}`);

/** Runs `work` with the session of the last command, or with number, password and code from the
 * environment, otherwise prompted for; the password is not echoed. `work` throws `SessionExpiredError` when
 * the session has ended. `isEnrolling`: there may be no code yet; `isInPerson`: a session is not
 * enough. */
export async function withCredentials<Result>(
  env: NodeJS.ProcessEnv,
  work: (credentials: Credentials) => Promise<Result>,
  {
    isEnrolling,
    isInPerson,
  }: { isEnrolling?: true | undefined; isInPerson?: true | undefined } = {},
): Promise<Result> {
  const mobile = await promptForMobile(env);
  const { STAFF_PASSWORD: password, STAFF_CODE: code } = env;
  const token = code || isEnrolling || isInPerson ? undefined : readToken(env, mobile);
  if (token)
    try {
      return await work({ mobile, token, password });
    } catch (error) {
      if (!(error instanceof SessionExpiredError)) throw error;
      removeToken(env, mobile);
    }
  const isTerminal = process.stdin.isTTY;
  if (!isTerminal && !(password && (code || isEnrolling)))
    throw missing(
      isEnrolling
        ? 'STAFF=手机号 STAFF_PASSWORD=密码'
        : 'STAFF=手机号 STAFF_PASSWORD=密码 STAFF_CODE=动态验证码',
    );
  return work({
    mobile,
    password: password || (await readAnswer('密码：', false)),
    code: code || (isEnrolling ? undefined : await readAnswer('动态验证码或恢复码：', true)),
  });
}

/** The number in `STAFF`, otherwise prompted for. */
export async function promptForMobile({ STAFF: mobile }: NodeJS.ProcessEnv): Promise<string> {
  if (mobile) return mobile;
  if (!process.stdin.isTTY) throw missing('STAFF=手机号 STAFF_PASSWORD=密码 STAFF_CODE=动态验证码');
  return readAnswer('工作人员手机号：', true);
}

async function readAnswer(question: string, isShown: boolean): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const line = createInterface({
    input: process.stdin,
    output: isShown ? process.stderr : silent,
    terminal: true,
  });
  try {
    return await line.question('');
  } finally {
    line.close();
    if (!isShown) process.stderr.write('\n');
  }
}
