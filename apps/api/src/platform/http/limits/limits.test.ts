import { createHash } from 'node:crypto';
import { type Call, type Envelope, type ProofChallenge, wirePath } from '@cme/contract/base';
import { siteConfig, siteLogo } from '@cme/contract/site';
import { unitTree } from '@cme/contract/person';
import { certificateList } from '@cme/contract/credits';
import { beforeEach, describe, expect, test } from 'vitest';
import { signedInPerson } from '../../../../test/people.ts';
import { startApiForFile } from '../../../../test/api-for-file.ts';

const free = 5;
const api = await startApiForFile({ settings: { rateLimit: free } });
let places = 0;
let network = '';
beforeEach(() => {
  places += 1;
  network = `10.20.0.${places}`;
});

/** One request as it is, without the client that solves proofs. */
async function sendCall(
  address: string,
  { call = siteLogo, ...headers }: { call?: Call; [name: string]: unknown } = {},
) {
  const response = await fetch(`${api.url}${wirePath(call.path)}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': address, ...(headers as Record<string, string>) },
    body: new URLSearchParams({ full_domain_name: 'cme.localhost', area_id: '110000' }),
  });
  const { data } = (await response.json()) as Envelope;
  const { code, challenge } = data as { code?: string; challenge?: ProofChallenge };
  return { status: response.status, code, challenge };
}
async function useUp(address: string, calls = free) {
  for (let count = 0; count < calls; count += 1) expect((await sendCall(address)).status).toBe(200);
}
function solve(challenge: ProofChallenge | undefined): string {
  const { salt, target, signature, most } = challenge!;
  let number = 0;
  while (createHash('sha256').update(`${salt}.${number}`).digest('hex') !== target) number += 1;
  expect(number).toBeLessThan(most);
  return [salt, target, signature, number].join('.');
}
const proofNeeded = { status: 429, code: 'proof_needed' };

describe('people without an account', () => {
  test('are asked for a proof of work above the rate of their network', async () => {
    await useUp(network);
    const { challenge, ...refusal } = await sendCall(network);
    expect(refusal).toEqual(proofNeeded);
    expect(await sendCall(network, { 'x-proof': solve(challenge) })).toMatchObject({ status: 200 });
  });

  test('do not notice it in a page: the client solves it and repeats the call', async () => {
    await useUp(network);
    const from = { headers: { 'x-forwarded-for': network } };
    for (let count = 0; count < 3; count += 1)
      expect((await api.send(siteLogo, {}, from)).site_name).not.toBe('');
  });

  test('use a proof once, for its call and from its network', async () => {
    await useUp(network);
    const proof = solve((await sendCall(network)).challenge);
    await useUp('10.20.9.9', free);
    expect(await sendCall('10.20.9.9', { 'x-proof': proof })).toMatchObject(proofNeeded);
    expect(await sendCall(network, { call: siteConfig, 'x-proof': proof })).toMatchObject(
      proofNeeded,
    );
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => sendCall(network, { 'x-proof': proof })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(429)]);
  });

  test('pay more the more their network asks, and nothing a minute or two later', async () => {
    await useUp(network);
    const prices: number[] = [];
    for (let count = 0; count < 40; count += 1)
      prices.push((await sendCall(network)).challenge?.most ?? 0);
    expect([...new Set(prices)]).toEqual([5000, 10_000, 20_000, 40_000]);
    api.clock.pass(120_000);
    expect((await sendCall(network)).status).toBe(200);
  });

  test('share the rate of an IPv6 /64, whatever addresses they make up in it', async () => {
    for (let count = 0; count < free; count += 1)
      expect((await sendCall(`2001:db8:0:${places}::${count}:1`)).status).toBe(200);
    expect(await sendCall(`2001:db8:0:${places}:ffff::7`)).toMatchObject(proofNeeded);
    expect((await sendCall(`2001:db8:1:${places}::1`)).status).toBe(200);
  });

  test('are not limited by other networks', async () => {
    await useUp(network, free);
    await sendCall(network);
    expect((await sendCall('10.21.0.1')).status).toBe(200);
  });
});

describe('people with an account', () => {
  test('are not limited by their network, however many there are', async () => {
    await useUp(network);
    expect((await sendCall(network)).status).toBe(429);
    for (let n = 0; n < 20; n += 1) {
      const { token } = await signedInPerson(api, 7000 + places * 100 + n);
      expect((await sendCall(network, { 'x-token': token })).status).toBe(200);
    }
  });

  test('are limited by person, wherever they are', async () => {
    const { token } = await signedInPerson(api, 6001);
    const other = await signedInPerson(api, 6002);
    const times = (count: number, as: string, address: (n: number) => string) =>
      Promise.all(
        Array.from({ length: count }, (_, n) =>
          sendCall(address(n), { call: unitTree, 'x-token': as }),
        ),
      );
    const replies = await times(40, token, (n) => `10.22.${n}.1`);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(replies.find(({ status }) => status === 429)?.code).toBe('rate_limited');
    expect((await times(1, other.token, () => '10.22.0.1'))[0]?.status).toBe(200);
  });

  test('are told to sign in, not to work, with a token that is no longer valid', async () => {
    await useUp(network);
    const invalid = { call: certificateList, 'x-token': 'A'.repeat(43) };
    expect(await sendCall(network, invalid)).toMatchObject({ status: 401 });
  });
});

test('a network has a ceiling that no proof lifts', async () => {
  const { challenge } = await sendCall('10.23.0.1');
  expect(challenge).toBeUndefined();
  const replies = await Promise.all(Array.from({ length: free * 20 }, () => sendCall('10.23.0.1')));
  expect(replies.at(-1)).toMatchObject({ status: 429, code: 'rate_limited' });
  const { token } = await signedInPerson(api, 5001);
  expect(await sendCall('10.23.0.1', { 'x-token': token })).toMatchObject({ code: 'rate_limited' });
});
