import { AreaPages } from '@cme/contract/site/pages';
import { expect, it } from 'vitest';
import { readFirstCalls } from './first-calls.ts';
import { readTarget } from './page-target.ts';

const call = (path: string, body: object = {}, more: object = {}) => ({
  path: `/qm/api/${path}`,
  access: 'learner',
  body,
  ...more,
});
const declared = AreaPages.parse({
  calling: ['calls'],
  restore: call('session/restore'),
  pages: [
    {
      path: '/lab/:course_id/play',
      access: 'learner',
      chunks: ['play'],
      query: { tab: { kind: 'one_of', values: ['notes'] } },
      calls: [
        call(
          'course',
          { course_id: { part: 'course_id' } },
          {
            next: call('enter', { section_id: { query: 'section', field: 'start' } }),
          },
        ),
      ],
    },
    {
      path: '/lab/:course_id/exam',
      access: 'learner',
      chunks: ['exam'],
      query: { score_id: { kind: 'present' } },
      calls: [
        call(
          'attempt',
          { score_id: { query: 'score_id' } },
          { when: { query: 'score_id', is: 'present' } },
        ),
        call('intro', {}, { when: { query: 'score_id', is: 'absent' } }),
      ],
    },
    {
      path: '/lab/list',
      access: 'learner',
      chunks: ['list'],
      query: { tab: { kind: 'one_of', values: ['done'] } },
      calls: [{ ...call('config'), access: 'public' }, call('list', { tab: 'all' })],
      calls_without_query: true,
    },
  ],
});

const readCalls = (address: string, isRendered = false) =>
  readFirstCalls(declared, readTarget(address, declared), isRendered)?.calls;
const readPaths = (address: string, isRendered = false) =>
  readCalls(address, isRendered)?.map(({ path }) => path);

it("fills in the parts of a page's path, and leaves to the browser what is in its query", () => {
  expect(readCalls('/lab/C1/play?section=S1')).toEqual([
    call(
      'course',
      { course_id: 'C1' },
      {
        next: call('enter', { section_id: { query: 'section', field: 'start' } }),
      },
    ),
  ]);
});

it('names the call that restores the session', () => {
  const { restore } = readFirstCalls(declared, readTarget('/lab/C1/play', declared), false) ?? {};
  expect(restore?.path).toBe('/qm/api/session/restore');
});

it('chooses between calls by the presence of a parameter', () => {
  expect(readPaths('/lab/C1/exam?score_id=A1')).toEqual(['/qm/api/attempt']);
  expect(readPaths('/lab/C1/exam')).toEqual(['/qm/api/intro']);
});

it('names the calls of another query only if the page makes the same ones with it', () => {
  expect(readPaths('/lab/list?other=1')).toContain('/qm/api/list');
  expect(readPaths('/lab/list?tab=done')).toBeUndefined();
  expect(readPaths('/lab/C1/play?tab=notes')).toContain('/qm/api/course');
});

it('names only personal calls for a page that was rendered', () => {
  expect(readPaths('/lab/list')).toContain('/qm/api/config');
  expect(readPaths('/lab/list', true)).toEqual(['/qm/api/list']);
});

it.each(['/', '/news', '/lab/C1/play/more', '/lab/../play', '/lab/%3Cb%3E/play', '/labx'])(
  'names no calls for %s',
  (address) => expect(readCalls(address)).toBeUndefined(),
);

it('names no calls for a release that declares no pages', () => {
  expect(readFirstCalls(undefined, readTarget('/lab/list', undefined), false)).toBeUndefined();
});
