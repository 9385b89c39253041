import { CallError } from '@cme/commons/api-client';
import { contentDetail, courseDetailCount } from '@cme/contract/content';
import {
  appraiseAdd,
  appraiseList,
  learnJoin,
  resourceDownload,
  resourceList,
} from '@cme/contract/study';
import { eq } from 'drizzle-orm';
import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { type Learner, newCourse, newLearner } from '../../../test/learner.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { insertAttachments } from '../../content/catalogue/attachment.store.ts';
import { attachmentDownload } from '../../content/catalogue/attachment.tables.ts';
import { attachFiles } from '../../person/file/attach.action.ts';
import { storeFile } from '../../person/file/store-file.action.ts';
import { learning } from '../learning/learning.tables.ts';
import { computeAverage, computeScore, shortName, computeStar } from './appraise.rules.ts';

const api = await startApiForFile();

const five = { useful: 5, concise: 5, logical: 5, design: 5 };
const readOutcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: unknown) => (error instanceof CallError ? (error.code ?? error.message) : error),
  );

async function completed(id: string): Promise<Learner> {
  const learner = await newLearner(api);
  const { learning_id } = await api.send(learnJoin, { id }, learner);
  await api.db
    .update(learning)
    .set({ learn_status: 'completed' })
    .where(eq(learning.learning_id, learning_id));
  return learner;
}

it.each([
  [{ useful: 5, concise: 4, logical: 4, design: 4 }, 4.3, 4],
  [{ useful: 1, concise: 1, logical: 1, design: 2 }, 1.3, 1],
  [{ useful: 5, concise: 5, logical: 4, design: 4 }, 4.5, 5],
])('%o is %d, shown as %d stars', (scores, score, star) => {
  expect([computeScore(scores), computeStar(scores)]).toEqual([score, star]);
});

it('is empty without reviews, and masks names', () => {
  expect(computeAverage({ useful: 0, concise: 0, logical: 0, design: 0 }, 0)).toBe(0);
  expect([shortName('欧阳娜'), shortName('')]).toEqual(['欧**', '学**']);
});

it('is written once, by learners who have completed the course, and is immutable', async () => {
  const { id } = await newCourse(api);
  const reader = await newLearner(api);
  expect(await readOutcome(api.send(appraiseAdd, { id, ...five }, reader))).toBe('not_completed');
  await api.send(learnJoin, { id }, reader);
  expect(await readOutcome(api.send(appraiseAdd, { id, ...five }, reader))).toBe('not_completed');
  expect((await api.send(appraiseList, { id }, reader)).my_state).toBe('not_completed');

  const learner = await completed(id);
  expect((await api.send(appraiseList, { id }, learner)).my_state).toBe('can');
  const first = await api.send(appraiseAdd, { id, ...five, text: '讲得清楚' }, learner);
  expect(await api.send(appraiseAdd, { id, ...five, text: '讲得清楚' }, learner)).toEqual(first);
  expect(await readOutcome(api.send(appraiseAdd, { id, ...five, text: '改' }, learner))).toBe(
    'appraised',
  );
  const other = await completed(id);
  await api.send(appraiseAdd, { id, useful: 2, concise: 2, logical: 2, design: 2 }, other);
  const list = await api.send(appraiseList, { id }, learner);
  expect(list).toMatchObject({
    total: 2,
    score_avg: 3.5,
    scales: { useful: 3.5, design: 3.5 },
    stars: [0, 1, 0, 0, 1],
    my_state: 'done',
    mine: { text: '讲得清楚', score: 5 },
  });
  expect(list.list.map(({ user_name }) => user_name)).toEqual(['李**', '李**']);
  expect(await api.send(contentDetail, { id })).toMatchObject({
    score_avg: 3.5,
    appraise_count: 2,
  });
  expect(await api.send(courseDetailCount, { id })).toMatchObject({ appraiseCount: 2 });
});

it('counts one review when the same person sends it concurrently', async () => {
  const { id } = await newCourse(api);
  const learner = await completed(id);
  const ids = await Promise.all(
    Array.from({ length: 10 }, () => api.send(appraiseAdd, { id, ...five }, learner)),
  );
  expect(new Set(ids.map(({ appraise_id }) => appraise_id)).size).toBe(1);
  expect((await api.send(appraiseList, { id })).total).toBe(1);
});

it.each([
  [{ ...five, useful: 0 }, '请为每一项评分'],
  [{ ...five, design: 6 }, '请为每一项评分'],
  [{ ...five, text: '好'.repeat(201) }, '字数请在200字以内.'],
])('refuses %o with a clear message', async (input, message) => {
  const { id } = await newCourse(api);
  const learner = await completed(id);
  await expect(api.send(appraiseAdd, { id, ...input }, learner)).rejects.toThrow(message);
});

it('lists the files of a course for all, and logs downloads by its owners', async () => {
  const { id } = await newCourse(api);
  const { file_id } = await storeFile(api.context, api.db, {
    site_id: 'main',
    kind: 'resource',
    name: '课件.pdf',
    format: 'pdf',
    bytes: Buffer.from('%PDF-1.4 a small one'),
  });
  await attachFiles(api.db, {
    site_id: 'main',
    user_id: '',
    owner_type: 'content',
    owner_id: id,
    title: '手卫生',
    file_ids: [file_id],
    kinds: ['resource'],
    most: 10,
  });
  const attachment_id = ulid();
  await insertAttachments(api.db, [
    {
      attachment_id,
      content_id: id,
      title: '课件',
      kind: 'pdf',
      size: 20,
      file_key: file_id,
      created_at: api.clock.now(),
    },
  ]);
  expect(await api.send(resourceList, { id })).toMatchObject({
    list: [{ title: '课件', kind: 'pdf' }],
    can_download: 'N',
  });
  expect(await api.send(courseDetailCount, { id })).toMatchObject({ resourceCount: 1 });
  const learner = await newLearner(api);
  const fetchResource = (learner: Learner, of = id) =>
    api.send(resourceDownload, { id: of, resource_id: attachment_id }, learner);
  expect(await readOutcome(fetchResource(learner))).toBe('not_owned');
  await api.send(learnJoin, { id }, learner);
  expect(await readOutcome(fetchResource(learner, (await newCourse(api)).id))).toBe('not_found');
  expect(await fetchResource(learner)).toMatchObject({
    name: '课件.pdf',
    url: expect.stringMatching(file_id),
  });
  expect(await api.db.select().from(attachmentDownload)).toMatchObject([
    { attachment_id, user_id: learner.user_id },
  ]);
});
