import { courseDetailCount } from '@cme/contract/content';
import { learnJoin, noteDelete, noteList, noteSave } from '@cme/contract/study';
import { expect, it } from 'vitest';
import { type Learner, newCourse, newLearner } from '../../../test/learner.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { refusal } from '../../../test/refusal.ts';

const api = await startApiForFile();

let requests = 0;
const request = () => `request-${(requests += 1)}`;

async function student(id: string, site?: string, host?: string): Promise<Learner> {
  const learner = await newLearner(api, site, host);
  await api.send(learnJoin, { id }, learner);
  return learner;
}

it('is written at a position, edited and deleted by its owner, and counted', async () => {
  const { id, sections } = await newCourse(api);
  const [section_id = ''] = sections;
  const learner = await student(id);
  const body = { request_id: request(), section_id, second: 12.5, text: ' 五个时刻 ' };
  const { note } = await api.send(noteSave, body, learner);
  expect(note).toMatchObject({
    section_title: '第1节',
    second: 12.5,
    text: '五个时刻',
    is_public: 'N',
    is_mine: 'Y',
    user_name: '李**',
  });
  api.clock.pass(5000);
  const changed = { ...body, request_id: request(), note_id: note.note_id, text: '七步' };
  const { note: after } = await api.send(noteSave, { ...changed, second: 50 }, learner);
  expect(after).toMatchObject({ note_id: note.note_id, text: '七步', second: 12.5 });
  expect(after.updated_at > after.created_at).toBe(true);
  expect(await api.send(noteList, { id }, learner)).toMatchObject({ total: 1 });
  expect(await api.send(courseDetailCount, { id }, learner)).toMatchObject({ noteCount: 1 });
  expect(await api.send(courseDetailCount, { id })).toMatchObject({ noteCount: 0 });
  expect(await api.send(noteDelete, { note_id: note.note_id }, learner)).toEqual({ deleted: 1 });
  expect(await api.send(noteDelete, { note_id: note.note_id }, learner)).toEqual({ deleted: 0 });
  expect(await refusal(api.send(noteSave, changed, learner))).toBe('not_found');
});

it('is readable by learners of the course on the site, only if public', async () => {
  const { id, sections } = await newCourse(api);
  const [section_id = ''] = sections;
  const [writer, reader] = [await student(id), await student(id)];
  const of = { section_id, second: 3 };
  await api.send(noteSave, { ...of, request_id: request(), text: '自己看' }, writer);
  const shared = { ...of, request_id: request(), text: '大家看', is_public: 'Y' as const };
  const { note } = await api.send(noteSave, shared, writer);
  const others = await api.send(noteList, { id, scope: 'public' }, reader);
  expect(others.list.map(({ text, is_mine }) => [text, is_mine])).toEqual([['大家看', 'N']]);
  expect((await api.send(noteList, { id, scope: 'public' }, writer)).total).toBe(0);
  expect((await api.send(courseDetailCount, { id }, reader)).noteCount).toBe(1);
  expect((await api.send(courseDetailCount, { id }, writer)).noteCount).toBe(2);
  const stranger = await newLearner(api);
  expect(await refusal(api.send(noteList, { id }, stranger))).toBe('not_owned');
  const foreign = await newLearner(api, 'hospital', 'hospital.localhost');
  expect(await refusal(api.send(noteList, { id }, foreign))).toBe('not_found');
  const edit = { ...of, request_id: request(), note_id: note.note_id, text: '别人的' };
  for (const [learner, code] of [
    [reader, 'not_found'],
    [stranger, 'not_owned'],
    [foreign, 'not_found'],
  ] as const)
    expect(await refusal(api.send(noteSave, edit, learner))).toBe(code);
  for (const learner of [reader, foreign])
    expect(await api.send(noteDelete, { note_id: note.note_id }, learner)).toEqual({ deleted: 0 });
  expect((await api.send(noteList, { id, scope: 'public' }, reader)).total).toBe(1);
});

it('is created once under concurrent requests', async () => {
  const { id, sections } = await newCourse(api);
  const learner = await student(id);
  const body = { request_id: request(), section_id: sections[0]!, second: 1, text: '一次' };
  const sent = await Promise.all(
    Array.from({ length: 8 }, () => api.send(noteSave, body, learner)),
  );
  expect(new Set(sent.map(({ note }) => note.note_id)).size).toBe(1);
  expect((await api.send(noteList, { id }, learner)).total).toBe(1);
});

it.each([
  ['', '请填写笔记内容'],
  ['   ', '请填写笔记内容'],
  ['好'.repeat(201), '字数请在200字以内.'],
])('refuses %j with a clear message', async (text, message) => {
  const { id, sections } = await newCourse(api);
  const learner = await student(id);
  const body = { request_id: request(), section_id: sections[0]!, text };
  await expect(api.send(noteSave, body, learner)).rejects.toThrow(message);
});

it('must be within its video', async () => {
  const { id, sections } = await newCourse(api, { lengths: [60] });
  const learner = await student(id);
  const body = { request_id: request(), section_id: sections[0]!, second: 99_999, text: '末尾' };
  expect((await api.send(noteSave, body, learner)).note.second).toBe(60);
});
