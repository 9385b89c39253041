import { login } from '@cme/contract/person';
import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../test/test-api.ts';
import { mobile, password, signedInPerson } from '../../../test/people.ts';
import { userSession } from '../../person/identity/identity.tables.ts';

const lists = [[], ['127.0.0.1'], ['loopback', '10.0.0.0/8']];
const apis = new Map<string, TestApi>();
beforeAll(async () => {
  for (const trustedProxies of lists) {
    const api = await startTestApi({ settings: { trustedProxies } });
    await signedInPerson(api, 1);
    apis.set(trustedProxies.join(), api);
  }
});
afterAll(() => Promise.all([...apis.values()].map((api) => api.close())));

/** The address recorded with a sign-in: rate limits, payments and the sign-in log use the same. */
async function signInAndReadAddress(trusted: string, header: string): Promise<string | undefined> {
  const api = apis.get(trusted) as TestApi;
  api.clock.pass(1000);
  const body = { login_kind: 'password' as const, account: mobile(1), password };
  await api.send(login, body, { headers: { 'x-forwarded-for': header } });
  const sessions = api.db.select().from(userSession).orderBy(desc(userSession.created_at));
  return (await sessions)[0]?.address;
}

describe('the client address is taken from trusted proxies, read from right to left', () => {
  test.each([
    ['nobody is trusted', '', '8.8.8.8', '127.0.0.1'],
    ['the nearest one is trusted', '127.0.0.1', '8.8.8.8', '8.8.8.8'],
    ['a stranger added an address', '127.0.0.1', '1.1.1.1, 8.8.8.8', '8.8.8.8'],
    ['a network is trusted', 'loopback,10.0.0.0/8', '8.8.8.8, 10.1.2.3', '8.8.8.8'],
    ['a stranger stands between', 'loopback,10.0.0.0/8', '10.9.9.9, 8.8.8.8, 10.1.2.3', '8.8.8.8'],
    ['the proxy is a stranger', '', '127.0.0.1', '127.0.0.1'],
  ])('%s', async (_, trusted, header, address) => {
    expect(await signInAndReadAddress(trusted, header)).toBe(address);
  });
});
