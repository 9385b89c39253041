import { describe, expect, it } from 'vitest';
import { getClassAction, canBecome, canQuit, classStatusAt } from './training-class.rules.ts';
import type { MemberStatus } from './training-class.tables.ts';

const at = (day: number) => new Date(Date.UTC(2026, 5, day));
const trainingClass = {
  status: 'published' as const,
  enroll_from: at(5),
  enroll_to: at(10),
  start_at: at(15),
  end_at: at(20),
  seats: 2,
  taken: 0,
  waiting: 0,
  waiting_limit: 1,
};
const inScope = { verdict: { state: 'in' as const } };

describe('a class', () => {
  it.each([
    [1, 'published', 'announced'],
    [5, 'published', 'enrolling'],
    [9, 'published', 'enrolling'],
    [10, 'published', 'waiting'],
    [15, 'published', 'running'],
    [20, 'published', 'ended'],
    [7, 'draft', 'draft'],
    [7, 'canceled', 'canceled'],
    [25, 'archived', 'archived'],
  ] as const)('on day %i, stored as %s, is %s', (day, status, expected) =>
    expect(classStatusAt({ ...trainingClass, status }, at(day))).toBe(expected),
  );

  it.each<[string, Partial<typeof trainingClass>, number, string]>([
    ['before the window', {}, 4, 'not_yet'],
    ['with seats', {}, 5, 'apply'],
    ['without seats, with a waiting list', { taken: 2 }, 6, 'wait'],
    ['with a seat that others wait for', { taken: 1, waiting: 1, waiting_limit: 2 }, 6, 'wait'],
    ['full', { taken: 2, waiting: 1 }, 6, 'full'],
    ['behind the window', {}, 10, 'over'],
    ['ended', {}, 21, 'ended'],
  ])('%s has the expected action', (_, change, day, expected) =>
    expect(getClassAction({ ...trainingClass, ...change }, inScope, at(day))).toBe(expected),
  );

  it.each<[MemberStatus, number, string, boolean]>([
    ['applied', 6, 'applied', true],
    ['waiting', 6, 'waiting', true],
    ['waiting', 16, 'over', false],
    ['admitted', 12, 'admitted', true],
    ['admitted', 16, 'study', false],
    ['studying', 16, 'study', false],
    ['qualified', 21, 'ended', false],
    ['rejected', 6, 'rejected', false],
    ['removed', 6, 'removed', false],
    ['quit', 6, 'apply', false],
  ])('for a member who is %s on day %i returns %s', (status, day, expected, quits) => {
    expect(getClassAction(trainingClass, { ...inScope, mine: status }, at(day))).toBe(expected);
    expect(canQuit(trainingClass, status, at(day))).toBe(quits);
  });

  it.each([
    [{ verdict: { state: 'out' as const } }, 'not_in_scope'],
    [{ verdict: { state: 'missing' as const, field: 'area_id' as const } }, 'incomplete'],
    [{ ...inScope, other: 1 }, 'other'],
  ])('gives the reason why it is not open to a person: %o', (standing, expected) =>
    expect(getClassAction(trainingClass, standing, at(6))).toBe(expected),
  );

  it('tells people out of scope before its window opens', () =>
    expect(getClassAction(trainingClass, { verdict: { state: 'out' } }, at(1))).toBe(
      'not_in_scope',
    ));
});

it.each([
  ['', 'admitted', true],
  ['applied', 'rejected', true],
  ['waiting', 'admitted', true],
  ['admitted', 'waiting', false],
  ['quit', 'admitted', true],
  ['rejected', 'applied', false],
  ['removed', 'admitted', false],
  ['studying', 'quit', false],
  ['studying', 'qualified', true],
  ['qualified', 'unqualified', false],
] as const)('a member goes from "%s" to %s: %s', (from, to, expected) =>
  expect(canBecome(from, to)).toBe(expected),
);
