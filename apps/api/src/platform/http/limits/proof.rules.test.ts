import { createHash } from 'node:crypto';
import type { ProofChallenge } from '@cme/contract/base';
import { describe, expect, it } from 'vitest';
import { getHashCount, newChallenge, proofCost, proofLevel, readSolution } from './proof.rules.ts';

const key = Buffer.alloc(32, 7);
const now = new Date('2026-06-15T02:00:00Z');
const purpose = { path: '/qm/api/login', network: '192.0.2.1' };

function solve({ salt, target, most, signature }: ProofChallenge): string {
  for (let number = 0; number < most; number += 1)
    if (createHash('sha256').update(`${salt}.${number}`).digest('hex') === target)
      return [salt, target, signature, number].join('.');
  throw new Error('a challenge has no solution below its bound');
}

describe('the price of a call', () => {
  it.each([
    [0, 60, 0],
    [60, 60, 0],
    [61, 60, 1],
    [119, 60, 1],
    [120, 60, 2],
    [480, 60, 4],
    [6001, 6000, 1],
  ])('after %i calls, of which %i are free, is level %i', (calls, free, level) =>
    expect(proofLevel(calls, free)).toBe(level),
  );

  it('doubles with each level, up to what an old phone can do in three seconds', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 20].map(getHashCount)).toEqual([
      5000, 10_000, 20_000, 40_000, 80_000, 160_000, 160_000, 160_000,
    ]);
    expect(proofCost.most / 60_000).toBeLessThan(3);
  });
});

describe('a solved challenge', () => {
  const challenge = newChallenge(key, purpose, 1, now);
  const header = solve(challenge);
  const seconds = (more: number) => new Date(now.getTime() + more * 1000);

  it('is accepted for its call, from its network, for two minutes', () => {
    expect(readSolution(key, purpose, header, now)?.id).toBe(challenge.salt.split('.')[0]);
    expect(readSolution(key, purpose, header, seconds(119))).toBeDefined();
    expect(readSolution(key, purpose, header, seconds(120))).toBeUndefined();
  });

  it.each([
    ['another call', { ...purpose, path: '/qm/api/certificate/verify' }, key],
    ['another network', { ...purpose, network: '192.0.2.2' }, key],
    ['another installation', purpose, Buffer.alloc(32, 8)],
  ])('is worth nothing for %s', (_, elsewhere, otherKey) =>
    expect(readSolution(otherKey, elsewhere, header, now)).toBeUndefined(),
  );

  it('cannot be altered', () => {
    const [id = '', expires = '', target = '', signature = '', number = ''] = header.split('.');
    const easy = createHash('sha256').update(`${id}.${expires}.0`).digest('hex');
    for (const altered of [
      [id, String(Number(expires) + 60_000), target, signature, number],
      [id, expires, easy, signature, '0'],
      [id, expires, target, signature, String(Number(number) + 1)],
      [id, expires, target, 'A'.repeat(43), number],
      [id, expires, target, signature, `${number}.0`],
      ['', '', '', '', ''],
    ])
      expect(readSolution(key, purpose, altered.join('.'), now)).toBeUndefined();
  });
});
