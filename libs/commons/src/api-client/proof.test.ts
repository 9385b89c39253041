import { createHash } from 'node:crypto';
import { siteLogo } from '@cme/contract/site';
import { login } from '@cme/contract/person';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openApi, refused, type Api, type ReceivedRequest } from '../../test/api.ts';
import { openClient } from './index.ts';
import { solveProof } from './proof.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const challengeFor = (number: number, most: number) => ({
  salt: 'salt.1',
  target: sha256(`salt.1.${number}`),
  signature: 'signature',
  most,
});

describe('a proof of work', () => {
  it('is the number whose hash is the target', async () => {
    const [first, last] = await Promise.all([
      solveProof(challengeFor(0, 1)),
      solveProof(challengeFor(4999, 5000)),
    ]);
    expect(first).toBe(`salt.1.${sha256('salt.1.0')}.signature.0`);
    expect(last).toBe(`salt.1.${sha256('salt.1.4999')}.signature.4999`);
  });

  // The SHA-256 of `abc.1`, by `printf abc.1 | sha256sum`.
  it('is found for a published hash', async () => {
    const target = '0eaeb6c374b6ebb9f85af25354fc1d48a44c598b42e482af00584d379e8e37ce';
    const solution = await solveProof({ salt: 'abc', target, signature: 's', most: 2 });
    expect(solution).toBe(`abc.${target}.s.1`);
  });

  it('has no answer beyond its bound', async () => {
    expect(await solveProof(challengeFor(300, 300))).toBeUndefined();
  });

  it('lets the page work while it is solved', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await solveProof(challengeFor(160_000, 160_000));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });

  it('ends with the call', async () => {
    const abortController = new AbortController();
    const solving = solveProof(challengeFor(10_000_000, 10_000_000), abortController.signal);
    abortController.abort();
    await expect(solving).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a call that is refused without a proof of work', () => {
  const path = '/qm/api/v5/site/logo';
  let api: Api;
  beforeEach(async () => {
    api = await openApi();
  });
  afterEach(() => api.close());

  const proofNeeded = (challenge: object) => ({
    status: 429,
    body: {
      isSuccess: false,
      statusCode: 429,
      message: '当前访问人数较多，请稍后再试',
      data: { code: 'proof_needed', challenge },
    },
  });
  const proofs = () => api.asked.map(({ headers }) => headers['x-proof']);
  const client = () => openClient({ apiBase: api.url, fullDomainName: 'cme.localhost' });

  it('is repeated once with it, and nobody notices', async () => {
    api.tell('/qm/api/v5/login', ({ headers }: ReceivedRequest) =>
      headers['x-proof']
        ? refused(400, '手机号码或密码错误')
        : proofNeeded(challengeFor(700, 1000)),
    );
    const body = { login_kind: 'password', account: '13900000001', password: 'x' } as const;
    await expect(client().send(login, body)).rejects.toMatchObject({
      message: '手机号码或密码错误',
    });
    expect(proofs()).toEqual([undefined, `salt.1.${sha256('salt.1.700')}.signature.700`]);
    expect(api.asked[1]?.body).toBe(api.asked[0]?.body);
  });

  it('fails with the message if it is refused again', async () => {
    api.tell(path, proofNeeded(challengeFor(1, 2)));
    await expect(client().send(siteLogo, {})).rejects.toMatchObject({
      name: 'CallFailed',
      statusCode: 429,
      code: 'proof_needed',
      message: '当前访问人数较多，请稍后再试',
    });
    expect(api.asked).toHaveLength(2);
  });

  it('fails with the message if the proof has no answer', async () => {
    api.tell(path, proofNeeded(challengeFor(9, 5)));
    await expect(client().send(siteLogo, {})).rejects.toMatchObject({ code: 'proof_needed' });
    expect(api.asked).toHaveLength(1);
  });
});
