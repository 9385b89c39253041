import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { openClient } from '@cme/commons/api-client';
import { fetchAs } from '@cme/commons/api-client/node';
import { wirePath } from '@cme/contract/base';
import { login } from '@cme/contract/person';
import { searchRecord } from '@cme/contract/content';
import { learnJoin, playerBeat, playerEnter } from '@cme/contract/study';
import { shopplistAdd, shopplistList } from '@cme/contract/payment';
import { expect, test } from '@playwright/test';
import { courseId, sectionId } from '@cme/sample/ids';
import { createAccount } from '../support/account.ts';
import { password } from '../support/people.ts';
import { direct, origins } from '../support/origins.ts';
import { until } from '../support/until.ts';

const fullDomainName = new URL(origins.main).hostname;
const host = direct.hostOf(origins.main);
const createClient = (address: string) =>
  openClient({ apiBase: address, fullDomainName, fetch: fetchAs(host) });
const [firstApi = '', secondApi = ''] =
  process.env.APIS?.split(',').map((port) => `http://127.0.0.1:${port}`) ?? [];

/** Registers a new learner, signs in at this address and returns the token. */
async function signIn(address: string): Promise<string> {
  const { mobile } = await createAccount(origins.main);
  const { message } = await createClient(address).sendForMessage(login, {
    login_kind: 'password',
    account: mobile,
    password,
  });
  return message;
}

test('a session created at one API works at the other', async () => {
  const token = await signIn(firstApi);
  const { send } = createClient(secondApi);
  await send(learnJoin, { content_type: 'C', id: courseId('main', 'hand-hygiene') }, { token });
  const { play_token, media_url } = await send(
    playerEnter,
    { section_id: sectionId('main', 'hand-hygiene', 1, 1), force: 'N' },
    { token },
  );
  // What one API has sent counts at the other.
  const segment = firstApi + media_url.replace('index.m3u8', '000.m4s');
  expect((await fetchAs(host)(segment)).status).toBe(200);
  const beat = {
    play_token,
    seq: 1,
    spans: [[0, 1]] as [number, number][],
    position: 1,
    rate: 1,
    visible: true,
    at: Date.now(),
  };
  expect((await send(playerBeat, beat, { token })).furthest).toBeGreaterThan(0);
  expect(
    (await createClient(firstApi).send(playerBeat, { ...beat, seq: 2, spans: [] }, { token }))
      .furthest,
  ).toBeGreaterThan(0);
});

/** Sends a request through nginx from one of this machine's addresses and returns the status. */
async function requestFrom(localAddress: string, claimed: string): Promise<number> {
  const headers = {
    host,
    'content-type': 'application/x-www-form-urlencoded',
    'x-forwarded-for': claimed,
  };
  const response = request(direct.address + wirePath(searchRecord.path), {
    method: 'POST',
    localAddress,
    headers,
    agent: false,
  });
  response.end(
    new URLSearchParams({ full_domain_name: fullDomainName, keyword: '护理' }).toString(),
  );
  const [answer] = (await once(response, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode ?? 0;
}

test('one learner behind nginx cannot exhaust the rate limit of others by forging headers', async () => {
  const statuses: number[] = [];
  // Sixty a minute at each of two APIs; then each call needs a proof of work.
  for (let attempt = 0; attempt < 150; attempt += 1)
    statuses.push(await requestFrom('127.0.0.2', `203.0.113.${attempt}`));
  expect(statuses.at(0)).not.toBe(429);
  expect(statuses.at(-1)).toBe(429);
  expect(await requestFrom('127.0.0.3', '127.0.0.2')).not.toBe(429);
});

const expectedKeys = [
  'hand-hygiene-pro',
  'wound-nurse',
  'hypertension-clinic',
  'resuscitation-team',
  'ai-ward',
];

test('killing an API loses no acknowledged write, and the learner continues on the other API', async () => {
  const token = await signIn(direct.address);
  const { send } = createClient(direct.address);
  let refused = 0;
  for (const [index, key] of expectedKeys.entries()) {
    const id = courseId('main', key);
    if (index === 2) process.kill(Number(process.env.FIRST_API), 'SIGKILL');
    const addToCart = () => send(shopplistAdd, { content_type: 'C', id }, { token });
    // A learner whose call was in flight retries.
    await until(`${key} is in the cart`, () =>
      addToCart().catch((error: unknown) => {
        refused += 1;
        throw error;
      }),
    );
  }
  // Each edge may fail once until it marks the API as down; more failures mean that it keeps
  // trying.
  expect(refused).toBeLessThanOrEqual(2);
  const { list } = await send(shopplistList, {}, { token });
  const inCart = list.map(({ content }) => content.id).sort();
  expect(inCart).toEqual(expectedKeys.map((key) => courseId('main', key)).sort());
});
