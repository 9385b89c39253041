import { trainingclassApply, trainingclassQuit } from '@cme/contract/study';
import { expect, it } from 'vitest';
import { type Learner, newLearner } from '../../../test/learner.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { newClass } from '../../../test/training-class.ts';
import { completion } from '../../credits/certificate/issuing/completion.action.ts';
import { formerAccount } from '../../person/identity/identity.tables.ts';
import { decideMember } from './decide.action.ts';

const api = await startApiForFile();

const staff = { actor_type: 'staff' as const, actor_id: 's1' };
const apply = async (classId: string, learner: Learner) =>
  (await api.send(trainingclassApply, { class_id: classId, agree_version: '1' }, learner))
    .member_status;
const decide = (classId: string, { user_id }: Learner, to: 'rejected' | 'removed') =>
  decideMember(
    api.db,
    completion,
    { class_id: classId, user_id },
    { to, reason: '不符合报名条件', actor: staff },
    api.clock.now(),
  );

it.each(['rejected', 'removed'] as const)(
  'a person who was %s is not admitted to another class of the training without a review',
  async (to) => {
    const training_id = `training-${to}`;
    const first = await newClass(api, { training_id, review: 'Y' });
    const next = await newClass(api, { training_id });
    const learner = await newLearner(api);
    await apply(first.class_id, learner);
    await decide(first.class_id, learner, to);
    await expect(apply(first.class_id, learner)).rejects.toThrow();
    expect(await apply(next.class_id, learner)).toBe('applied');
    await api.send(trainingclassQuit, { class_id: next.class_id }, learner);
    expect(await apply(next.class_id, learner)).toBe('applied');
    expect(await apply(next.class_id, await newLearner(api))).toBe('admitted');
  },
);

it('nor does the waiting list admit them', async () => {
  const training_id = 'training-list';
  const first = await newClass(api, { training_id, review: 'Y' });
  const next = await newClass(api, { training_id, seats: 1 });
  const [learner, other, third] = [
    await newLearner(api),
    await newLearner(api),
    await newLearner(api),
  ];
  await apply(first.class_id, learner);
  await decide(first.class_id, learner, 'rejected');
  await apply(next.class_id, other);
  expect(await apply(next.class_id, learner)).toBe('waiting');
  expect(await apply(next.class_id, third)).toBe('waiting');
  await api.send(trainingclassQuit, { class_id: next.class_id }, other);
  expect(await apply(next.class_id, learner)).toBe('applied');
  await api.send(trainingclassQuit, { class_id: next.class_id }, learner);
  expect(await apply(next.class_id, third)).toBe('admitted');
});

it('a new account does not undo the refusal of a closed one', async () => {
  const { class_id } = await newClass(api, { review: 'Y' });
  const [learner, again] = [await newLearner(api), await newLearner(api)];
  await apply(class_id, learner);
  await decide(class_id, learner, 'rejected');
  await api.db.insert(formerAccount).values({
    former_id: learner.user_id,
    site_id: 'main',
    id_hash: 'x',
    user_id: again.user_id,
    closed_at: api.clock.now(),
  });
  await expect(apply(class_id, again)).rejects.toThrow('未通过审核');
});
