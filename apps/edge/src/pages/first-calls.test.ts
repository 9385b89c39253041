import { expect, it } from 'vitest';
import { firstCallsOf } from './first-calls.ts';

const pathsOf = (address: string) => firstCallsOf(address)?.calls.map(({ path }) => path);

it('a page of a learner names what it asks for first, with the ids of its address', () => {
  const { restore, calls } = firstCallsOf('/player/C1/play?section=S1') ?? {};
  expect(restore?.path).toBe('/qm/api/v5/session/restore');
  expect(calls).toContainEqual({
    path: '/qm/api/v5/player/course',
    access: 'learner',
    body: { course_id: 'C1' },
  });
});

it('a list that is opened elsewhere than at its beginning names nothing', () => {
  expect(pathsOf('/user/learn')).toContain('/qm/api/v5/learn/list');
  expect(pathsOf('/user/learn?tab=done')).toBeUndefined();
});

it('a page that came rendered asks only for what is personal', () => {
  const paths = (isRendered: boolean) =>
    firstCallsOf('/user/learn', isRendered)?.calls.map(({ path }) => path);
  expect(paths(false)).toContain('/qm/api/v5/site/config');
  expect(paths(true)).not.toContain('/qm/api/v5/site/config');
  expect(paths(true)).toContain('/qm/api/v5/learn/list');
});

it.each(['/', '/news', '/player/C1/play/more', '/player/../play', '/userx'])(
  '%s names nothing',
  (address) => expect(firstCallsOf(address)).toBeUndefined(),
);
