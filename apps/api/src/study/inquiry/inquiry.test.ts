import {
  inquiryAdd,
  inquiryAnswer,
  inquiryDelete,
  inquiryList,
  inquiryWaiting,
  learnJoin,
} from '@cme/contract/study';
import { beforeAll, expect, it } from 'vitest';
import { type Learner, newCourse, newLearner } from '../../../test/learner.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { readStates } from '../../platform/state-log/state-log.store.ts';
import { setRoles } from '../../person/identity/user.store.ts';
import { refusal } from '../../../test/refusal.ts';

const api = await startApiForFile();
let teacher: Learner;
beforeAll(async () => {
  teacher = await newLearner(api);
  await setRoles(api.db, teacher.user_id, ['course_teacher']);
});

let requests = 0;
const request = () => `request-${(requests += 1)}`;

async function student(id: string): Promise<Learner> {
  const learner = await newLearner(api);
  await api.send(learnJoin, { id }, learner);
  return learner;
}

it('is visible to its author until answered, then to all who study the course', async () => {
  const { id, sections } = await newCourse(api);
  const [asker, reader] = [await student(id), await student(id)];
  const body = { id, request_id: request(), section_id: sections[0]!, text: '几期要上报？' };
  const { inquiry } = await api.send(inquiryAdd, body, asker);
  expect(inquiry).toMatchObject({ inquiry_status: 'waiting', section_title: '第1节' });
  expect((await api.send(inquiryList, { id }, reader)).total).toBe(0);
  expect((await api.send(inquiryList, { id, scope: 'mine' }, asker)).total).toBe(1);
  const { list } = await api.send(inquiryWaiting, { page_size: 100 }, teacher);
  expect(list.map(({ inquiry_id }) => inquiry_id)).toContain(inquiry.inquiry_id);
  const given = {
    inquiry_id: inquiry.inquiry_id,
    decision: 'answer' as const,
    text: '二期及以上。',
  };
  const answered = await api.send(inquiryAnswer, given, teacher);
  expect(await api.send(inquiryAnswer, given, teacher)).toEqual(answered);
  const read = await api.send(inquiryList, { id }, reader);
  expect(read.list).toMatchObject([
    { text: '几期要上报？', answer: '二期及以上。', answered_by: '李老师', is_mine: 'N' },
  ]);
  const reason = { ...given, decision: 'hide' as const, text: '涉及患者信息' };
  await api.send(inquiryAnswer, reason, teacher);
  expect((await api.send(inquiryList, { id }, reader)).total).toBe(0);
  expect((await api.send(inquiryList, { id, scope: 'mine' }, asker)).list).toMatchObject([
    { inquiry_status: 'hidden', answer: '涉及患者信息' },
  ]);
  const states = await readStates(api.db, 'inquiry', inquiry.inquiry_id);
  expect(states.map(({ to, actor_id }) => [to, actor_id])).toEqual([
    ['answered', teacher.user_id],
    ['hidden', teacher.user_id],
  ]);
});

it('is created once per request, at most ten before an answer', async () => {
  const { id } = await newCourse(api);
  const learner = await student(id);
  const body = { id, request_id: request(), text: '一次' };
  const sent = await Promise.all(
    Array.from({ length: 6 }, () => api.send(inquiryAdd, body, learner)),
  );
  expect(new Set(sent.map(({ inquiry }) => inquiry.inquiry_id)).size).toBe(1);
  const many = await Promise.all(
    Array.from({ length: 12 }, () =>
      refusal(api.send(inquiryAdd, { ...body, request_id: request() }, learner)),
    ),
  );
  expect(many.filter((item) => item === 'accepted')).toHaveLength(9);
  expect((await api.send(inquiryList, { id, scope: 'mine' }, learner)).total).toBe(10);
});

it('can be withdrawn while unanswered, and is answered by teachers of the site alone', async () => {
  const { id } = await newCourse(api);
  const [asker, reader] = [await student(id), await student(id)];
  const sendInquiry = async () =>
    (await api.send(inquiryAdd, { id, request_id: request(), text: '问' }, asker)).inquiry
      .inquiry_id;
  const [first, second] = [await sendInquiry(), await sendInquiry()];
  const foreign = await newLearner(api, 'hospital', 'hospital.localhost');
  await setRoles(api.db, foreign.user_id, ['course_teacher']);
  expect(await api.send(inquiryDelete, { inquiry_id: first }, reader)).toEqual({ deleted: 0 });
  expect(await api.send(inquiryDelete, { inquiry_id: first }, asker)).toEqual({ deleted: 1 });
  expect(await api.send(inquiryDelete, { inquiry_id: first }, asker)).toEqual({ deleted: 0 });
  const given = { inquiry_id: second, decision: 'answer' as const, text: '答' };
  expect(await refusal(api.send(inquiryAnswer, given, reader))).toBe('not_allowed');
  expect(await refusal(api.send(inquiryAnswer, given, foreign))).toBe('not_found');
  expect((await api.send(inquiryWaiting, {}, foreign)).total).toBe(0);
  await api.send(inquiryAnswer, given, teacher);
  expect(await refusal(api.send(inquiryDelete, { inquiry_id: second }, asker))).toBe(
    'inquiry_state',
  );
  const other = await newCourse(api);
  const wrong = { id, request_id: request(), section_id: other.sections[0]!, text: '问' };
  expect(await refusal(api.send(inquiryAdd, wrong, asker))).toBe('not_found');
  expect(await refusal(api.send(inquiryList, { id }, await newLearner(api)))).toBe('not_owned');
  expect(await refusal(api.send(inquiryList, { id }, foreign))).toBe('not_found');
});
