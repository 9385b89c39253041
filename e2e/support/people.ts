import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTRACT_VERSION, wirePath } from '@cme/contract/base';
import { login, loginFactor } from '@cme/contract/person';
import type { Page } from '@playwright/test';
import { origins } from './origins.ts';
import { until } from './until.ts';

/** The password of every sample account and of all accounts created here. */
export const password = 'Learner2026';

/** Sample accounts that the first start creates. */
export const nurse = '13800000001';
export const physician = '13800000002';
export const senior = '13800000003';
export const villager = '13800000004';
export const hospitalLearner = '13800000011';

let createdCount = 0;

/** An unused mobile number. */
export function newMobile(): string {
  createdCount += 1;
  const digits =
    `${Date.now()}`.slice(-5) + `${process.pid % 100}`.padStart(2, '0') + `${createdCount % 10}`;
  return `188${digits.padStart(8, '0')}`;
}

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** An unused ID number with a valid check digit (GB 11643). */
export function newIdNumber(): string {
  const day = 1 + Math.floor(Math.random() * 28);
  const body = `110101${1970 + Math.floor(Math.random() * 30)}${`${1 + Math.floor(Math.random() * 12)}`.padStart(2, '0')}${`${day}`.padStart(2, '0')}${`${Math.floor(Math.random() * 1000)}`.padStart(3, '0')}`;
  const sum = weights.reduce((sum, weight, index) => sum + weight * Number(body[index]), 0);
  return body + '10X98765432'[sum % 11];
}

interface Message {
  mobile: string;
  scene: string;
  code: string;
  at: string;
}

/** The number of messages to a mobile that were already read. */
const readCounts = new Map<string, number>();

/** The newest code sent to a mobile, each returned once, from the outbox of the file provider. A
 * job writes it, after the page got its reply. */
export async function readSmsCode(mobile: string): Promise<string> {
  const file = join(process.env.STACK_DATA ?? '.data', 'outbox/sms.jsonl');
  const findNewest = () => {
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    const messages = lines
      .map((line): Message => JSON.parse(line))
      .filter((message) => message.mobile === mobile);
    if (messages.length <= (readCounts.get(mobile) ?? 0)) return undefined;
    readCounts.set(mobile, messages.length);
    return messages.at(-1)?.code;
  };
  return await until(`another message to ${mobile}`, findNewest);
}

/** Fills in the sign-in form on the page. */
export async function fillSignIn(page: Page, mobile: string, secret = password): Promise<void> {
  await page.getByLabel('手机号', { exact: true }).fill(mobile);
  await page.getByLabel('密码', { exact: true }).fill(secret);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

/** Signs in on the sign-in page of a site and waits for the navigation away from it. */
export async function signInByForm(
  page: Page,
  mobile: string,
  origin = origins.main,
): Promise<void> {
  await page.goto(`${origin}/login`, { waitUntil: 'commit' });
  await fillSignIn(page, mobile);
  await page.waitForURL((address) => address.pathname !== '/login', { waitUntil: 'commit' });
}

/** Signs in with the call of the sign-in page, for journeys about something else: no page is
 * rendered, and the journey opens its first one itself. */
export async function signIn(
  page: Page,
  mobile: string,
  origin = origins.main,
  secret = password,
): Promise<void> {
  await page.goto(`${origin}/robots.txt`);
  const fields = {
    login_kind: 'password',
    account: mobile,
    password: secret,
    full_domain_name: new URL(origin).hostname,
  };
  const { refusal } = await page.evaluate(storeSession, {
    path: wirePath(login.path),
    fields,
    contract: String(CONTRACT_VERSION),
  });
  if (refusal) throw new Error(`${mobile} cannot sign in at ${origin}: ${refusal}`);
}

/** The first step of a sign-in that has two, and returns the ticket of the second one. */
export async function startSignIn(
  page: Page,
  mobile: string,
  origin: string,
  secret: string,
): Promise<string> {
  await page.goto(`${origin}/robots.txt`);
  const fields = { login_kind: 'password', account: mobile, password: secret };
  const { ticket, refusal } = await callSignIn(page, login.path, origin, fields);
  if (!ticket) throw new Error(`${mobile} has no second step at ${origin}: ${refusal}`);
  return ticket;
}

/** The second step; returns the message of a refusal. */
export const finishSignIn = async (
  page: Page,
  origin: string,
  fields: Record<string, string>,
): Promise<string> => (await callSignIn(page, loginFactor.path, origin, fields)).refusal;

const callSignIn = (page: Page, path: string, origin: string, fields: Record<string, string>) =>
  page.evaluate(storeSession, {
    path: wirePath(path),
    fields: { ...fields, full_domain_name: new URL(origin).hostname },
    contract: String(CONTRACT_VERSION),
  });

interface SignInCall {
  path: string;
  fields: Record<string, string>;
  contract: string;
}

/** Runs in the page: stores the session as `libs/commons/src/auth-token/store.ts` does. */
async function storeSession({
  path,
  fields,
  contract,
}: SignInCall): Promise<{ refusal: string; ticket?: string }> {
  const reply = await fetch(path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'X-CME-Contract': contract },
  });
  const { isSuccess, message, data } = await reply.json();
  if (!isSuccess) return { refusal: message, ticket: data?.factor_ticket };
  localStorage.setItem('user_token', message);
  localStorage.setItem('user_token_contract', contract);
  if (document.cookie.includes('cme_signed=1')) localStorage.setItem('user_token_family', '1');
  return { refusal: '' };
}

/** The session data that an origin stores. */
export const tokenOf = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('user_token'));
