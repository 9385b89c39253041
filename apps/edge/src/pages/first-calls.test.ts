import { expect, it } from 'vitest';
import { firstCallsOf } from './first-calls.ts';

const pathsOf = (address: string) => firstCallsOf(address)?.calls.map(({ path }) => path);

it("names the first calls of a learner's page with the ids from its address", () => {
  const { restore, calls } = firstCallsOf('/player/C1/play?section=S1') ?? {};
  expect(restore?.path).toBe('/qm/api/v5/session/restore');
  expect(calls).toContainEqual({
    path: '/qm/api/v5/player/course',
    access: 'learner',
    body: { course_id: 'C1' },
  });
});

it('names no calls for a list that is not on its first page', () => {
  expect(pathsOf('/user/learn')).toContain('/qm/api/v5/learn/list');
  expect(pathsOf('/user/learn?tab=done')).toBeUndefined();
});

it('names only personal calls for a page that was rendered', () => {
  const paths = (isRendered: boolean) =>
    firstCallsOf('/user/learn', isRendered)?.calls.map(({ path }) => path);
  expect(paths(false)).toContain('/qm/api/v5/site/config');
  expect(paths(true)).not.toContain('/qm/api/v5/site/config');
  expect(paths(true)).toContain('/qm/api/v5/learn/list');
});

it.each(['/', '/news', '/player/C1/play/more', '/player/../play', '/userx'])(
  'names no calls for %s',
  (address) => expect(firstCallsOf(address)).toBeUndefined(),
);
