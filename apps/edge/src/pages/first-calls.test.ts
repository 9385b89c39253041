import { expect, it } from 'vitest';
import { addressQuery } from './address-query.ts';
import { firstCallsOf } from './first-calls.ts';

const pathsOf = (address: string) => firstCallsOf(address)?.calls.map(({ path }) => path);

it("names the first calls of a learner's page with the ids from its address", () => {
  const { restore, calls } = firstCallsOf('/player/C1/play?section=S1') ?? {};
  expect(restore?.path).toBe('/qm/api/v5/session/restore');
  expect(calls).toContainEqual(
    expect.objectContaining({ path: '/qm/api/v5/player/course', body: { course_id: 'C1' } }),
  );
});

const callOf = (address: string, path: string) =>
  firstCallsOf(address)?.calls.find((call) => call.path === path);

it.each(['play', 'playback'])('enters a section of %s after its course', (page) => {
  const { next } = callOf(`/player/C1/${page}`, '/qm/api/v5/player/course') ?? {};
  expect(next).toEqual({
    path: '/qm/api/v5/player/enter',
    access: 'learner',
    body: { section_id: '', force: 'N' },
    opens: true,
    fill: { name: 'section_id', param: 'section', from: 'start_section_id' },
  });
});

it('opens the attempt of the URL, otherwise reads the introduction', () => {
  const { query } = addressQuery('/player/C1/exam/online?score_id=A1');
  expect(callOf(`/player/C1/exam/online${query}`, '/qm/api/exam/attempt')).toEqual({
    path: '/qm/api/exam/attempt',
    access: 'learner',
    body: { score_id: '' },
    opens: true,
    fill: { name: 'score_id', param: 'score_id' },
  });
  expect(pathsOf('/player/C1/exam/online')).toContain('/qm/api/exam/intro');
  expect(pathsOf('/player/C1/exam/online')).not.toContain('/qm/api/exam/attempt');
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
