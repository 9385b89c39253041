import { expect, it } from 'vitest';
import { sectionToOpen } from './section-to-open.ts';

const section = (sectionId: string, sectionStatus: string, type = 'video') => ({
  section_id: sectionId,
  section_status: sectionStatus,
  type,
  title: sectionId,
  seconds: 60,
  required: 'Y' as const,
});
const sections = [
  section('done', 'finished'),
  section('task', 'not_started', 'homework'),
  section('first', 'not_started'),
  section('begun', 'studying'),
  section('shut', 'locked'),
];

it.each([
  ['the section of the URL, finished or not', 'done', 'begun', 'done'],
  ['the one to resume instead of a locked one', 'shut', 'begun', 'begun'],
  ['the one to resume instead of homework', 'task', 'begun', 'begun'],
  ['the first unfinished one when the last one is finished', '', 'done', 'first'],
  ['the first unfinished one when nothing was opened before', '', '', 'first'],
])('opens %s', (_, requested, last, opened) =>
  expect(sectionToOpen(sections, { requested, last })?.section_id).toBe(opened),
);

it('opens the first section when all are finished, and none when none can be played', () => {
  const done = [section('a', 'finished'), section('b', 'finished')];
  expect(sectionToOpen(done, { last: 'b' })?.section_id).toBe('a');
  expect(sectionToOpen([section('c', 'locked')], { last: '' })).toBeUndefined();
});
