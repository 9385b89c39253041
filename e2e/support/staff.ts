import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { wirePath } from '@cme/contract/base';
import { loginFactor } from '@cme/contract/person';
import type { Page } from '@playwright/test';
import { type Credentials, readToken, storeToken } from '@cme/api/staff/credentials';
import { sampleCodeAt } from '@cme/api/sample-code';
import { origins } from './origins.ts';
import { fillSignIn, finishSignIn, startSignIn } from './people.ts';

/** The sample's member of staff with most roles. */
const staff = { mobile: '13900000001', password: 'Console2026' };

const root = join(import.meta.dirname, '../..');
const stepMs = 30_000;

/** Tries the current code, and then each next one until one is accepted: each is accepted once, and
 * several journeys sign in with the same account. A code is accepted a step early. */
export async function withFreshCode<Result>(
  attempt: (code: string) => Promise<Result>,
  isUsed: (result: Result) => boolean,
  secret?: string,
): Promise<Result> {
  const begun = Date.now();
  for (let step = 0; ; step += 1) {
    const at = begun + step * stepMs;
    const early = at - stepMs - Date.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early + 1000));
    const result = await attempt(sampleCodeAt(new Date(at), secret));
    if (!isUsed(result) || step > 8) return result;
  }
}

/** Does something as this member of staff with the session of an earlier command, else with a
 * code. */
export async function actAsStaff<Result>(
  env: NodeJS.ProcessEnv,
  act: (credentials: Credentials, store: (token: string) => void) => Promise<Result>,
): Promise<Result> {
  const { mobile, password } = staff;
  const store = (token: string) => storeToken(env, mobile, token);
  const token = readToken(env, mobile);
  const attempt = (more: Partial<Credentials>) => act({ mobile, ...more }, store);
  const isOver = (error: unknown) => error instanceof Error && /登录已结束/.test(error.message);
  if (token)
    try {
      return await attempt({ token });
    } catch (error) {
      if (!isOver(error)) throw error;
    }
  const tried = await withFreshCode(
    (code) =>
      attempt({ password, code }).then(
        (result) => ({ result }),
        (error: unknown) => ({ error }),
      ),
    (outcome) => 'error' in outcome && /已使用过/.test(String(outcome.error)),
  );
  if ('error' in tried) throw tried.error;
  return tried.result;
}

interface Output {
  code: number;
  /** Everything printed, and the part on stdout. */
  output: string;
  answer: string;
}

/** Runs a tool as this member of staff: with the session of an earlier command, else with a code. */
export async function runAsStaff(
  tool: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Output> {
  const run = (more: NodeJS.ProcessEnv) =>
    runTool(tool, args, { ...env, STAFF: staff.mobile, ...more });
  const first = await run({});
  if (!first.output.includes('STAFF_CODE=')) return first;
  return withFreshCode(
    (code) => run({ STAFF_PASSWORD: staff.password, STAFF_CODE: code }),
    ({ output }) => output.includes('已使用过'),
  );
}

async function runTool(
  tool: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Output> {
  const child = spawn(join(root, 'node_modules/.bin/node'), [tool, ...args], {
    cwd: join(tool, '../..'),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, answer] = ['', ''];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      output += part.toString();
      if (stream === child.stdout) answer += part.toString();
    });
  const [code] = (await once(child, 'close')) as [number];
  return { code, output, answer };
}

/** Signs in with the calls of the sign-in page, for journeys about something else. */
export async function signInStaff(
  page: Page,
  origin = origins.main,
  { mobile, password } = staff,
): Promise<void> {
  const ticket = await startSignIn(page, mobile, origin, password);
  const refusal = await withFreshCode(
    (code) => finishSignIn(page, origin, { factor_ticket: ticket, code }),
    (said) => said.includes('已使用过'),
  );
  if (refusal) throw new Error(`${mobile} cannot sign in at ${origin}: ${refusal}`);
}

/** Signs in with the form of the page that is open, with the second step. */
export async function fillStaffSignIn(
  page: Page,
  atCode = async () => {},
  { mobile, password } = staff,
): Promise<void> {
  await fillSignIn(page, mobile, password);
  const field = page.getByLabel('动态验证码');
  await field.waitFor();
  await atCode();
  await withFreshCode(
    async (code) => {
      await field.fill(code);
      const answer = page.waitForResponse((response) =>
        response.url().endsWith(wirePath(loginFactor.path)),
      );
      await page.getByRole('button', { name: '验证', exact: true }).click();
      return (await (await answer).json()) as { data?: { code?: string } };
    },
    ({ data }) => data?.code === 'factor_used',
  );
}
