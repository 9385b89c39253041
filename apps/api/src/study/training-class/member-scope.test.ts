import { askFact, myFacts, unitFactAudit, userUpdate } from '@cme/contract/person';
import {
  classOfflineCode,
  classSign,
  playerEnter,
  trainingclassApply,
  trainingclassDetail,
  trainingclassProve,
} from '@cme/contract/study';
import { certificateList, creditsSummary } from '@cme/contract/credits';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newProof, newUnit } from '../../../test/declare.ts';
import { verifyFacts } from '../../../test/facts.ts';
import { type Learner, newLearner, signInAgain } from '../../../test/learner.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { newClass } from '../../../test/training-class.ts';
import { section } from '../../content/catalogue/catalogue.tables.ts';
import { classEffects } from '../../credits/certificate/issuing/of-class.action.ts';
import { completion } from '../../credits/certificate/issuing/completion.action.ts';
import { insertCreditRules } from '../../credits/credits/credits.store.ts';
import { user } from '../../person/identity/identity.tables.ts';
import { advanceMembers } from './advance.job.ts';
import { decideMember, moveFromList } from './decide.action.ts';
import { quitClass } from './quit.action.ts';
import { findMember } from './training-class.store.ts';
import { trainingClass } from './training-class.tables.ts';

const agree_version = '2026-01';
const staff = { actor_type: 'staff' as const, actor_id: 's1' };
const rural = { apply_scope: { levels: ['D'] } };
const api = await startApiForFile({ now: '2026-06-15T02:00:00Z' });
let [learner, admin, teacher]: Learner[] = [];
beforeAll(async () => {
  const need = { site_id: 'main', year: 2025, need_public: 0, need_pro: 0, need_credits: 0 };
  await insertCreditRules(api.db, [
    { ...need, rule_id: 'all', name: 'all', need_hours: 90 },
    { ...need, rule_id: 'rural', name: 'rural', scope: { levels: ['D'] }, need_hours: 40 },
  ]);
});
beforeEach(async () => {
  api.clock.set('2026-06-15T02:00:00Z');
  [learner, admin, teacher] = [await newLearner(api), await newLearner(api), await newLearner(api)];
  await newUnit(api, [learner], [admin]);
  const roles = ['learner', 'class_teacher'];
  await api.db.update(user).set({ roles }).where(eq(user.user_id, teacher.user_id));
});

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );
const apply = async (classId: string, fileIds: string[] = [], who = learner!) => {
  if (fileIds.length > 0)
    await api.send(trainingclassProve, { class_id: classId, file_ids: fileIds }, who);
  return api.send(trainingclassApply, { class_id: classId, agree_version }, who);
};
const statusIn = async (classId: string, who = learner!) =>
  (await findMember(api.db, classId, who.user_id))?.member_status;
const decide = (classId: string, to: 'admitted' | 'rejected' = 'admitted', who = learner!) =>
  decideMember(
    api.db,
    completion,
    { class_id: classId, user_id: who.user_id },
    { to, reason: '', actor: staff },
    api.clock.now(),
  );
const set = (classId: string, values: Partial<typeof trainingClass.$inferInsert>) =>
  api.db.update(trainingClass).set(values).where(eq(trainingClass.class_id, classId));
const fetchNeededHours = async () =>
  (await api.send(creditsSummary, { year: 2026 }, learner)).rule.need_hours;
const stateLevel = (level: string, who = learner!) =>
  api.db.update(user).set({ level }).where(eq(user.user_id, who.user_id));
/** Changes the level as the unit verifies it. */
async function become(value: string, effectiveFrom = '2026-06-15') {
  const file_ids = [await newProof(api, learner!)];
  const { list } = await api.send(
    askFact,
    { kind: 'level', value, effective_from: effectiveFrom, file_ids },
    learner,
  );
  const { fact_id } = list.find(({ fact_status }) => fact_status === 'waiting')!;
  await api.send(unitFactAudit, { fact_id, decision: 'approve' }, admin);
}
const enterLesson = async (courseId: string) => {
  const [row] = await api.db.select().from(section).where(eq(section.content_id, courseId));
  return api.send(playerEnter, { section_id: row!.section_id }, learner);
};

it('nobody switches to another level, needs less, is admitted to its class, switches back and stays', async () => {
  const { class_id } = await newClass(api, rural);
  expect(await fetchNeededHours()).toBe(90);
  expect(await refusal(api.send(userUpdate, { level: 'D' }, learner))).toBe('fact_locked');
  expect(await fetchNeededHours()).toBe(90);
  expect(await refusal(apply(class_id))).toBe('not_in_scope');
  // Who says so at registration.
  await stateLevel('D');
  expect(await fetchNeededHours()).toBe(90);
  expect(await refusal(apply(class_id))).toBe('fact_unverified');
  expect(await statusIn(class_id)).toBeUndefined();
});

describe('an application for a class that is limited to some people', () => {
  it('carries the proof of what nobody has verified, and is decided with it', async () => {
    const { class_id, courses } = await newClass(api, rural);
    await stateLevel('D');
    expect(await api.send(trainingclassDetail, { class_id }, learner)).toMatchObject({
      action: 'apply',
      unproven: ['专业级别'],
    });
    const mine = await apply(class_id, [await newProof(api, learner!)]);
    expect(mine.member_status).toBe('applied');
    expect(await refusal(enterLesson(courses[0]!))).toBe('not_owned');
    expect((await api.send(myFacts, {}, learner)).list[0]).toMatchObject({
      kind: 'level',
      fact_status: 'waiting',
    });
    await decide(class_id);
    expect(await statusIn(class_id)).toBe('admitted');
    expect((await api.send(myFacts, {}, learner)).current[0]).toMatchObject({
      kind: 'level',
      fact_status: 'verified',
    });
    expect(await fetchNeededHours()).toBe(40);
    expect(await refusal(enterLesson(courses[0]!))).toBe('accepted');
  });

  it('of people whose facts are verified needs no proof', async () => {
    const { class_id } = await newClass(api, rural);
    await verifyFacts(api, learner!, { level: 'D' });
    expect(await api.send(trainingclassDetail, { class_id }, learner)).not.toHaveProperty(
      'unproven',
    );
    expect((await apply(class_id)).member_status).toBe('admitted');
  });

  it('is not admitted without a proof, by whatever way', async () => {
    const { class_id } = await newClass(api, { ...rural, seats: 1, review: 'Y' });
    const first = await newLearner(api);
    await verifyFacts(api, first, { level: 'D' });
    await apply(class_id, [], first);
    await stateLevel('D');
    expect((await apply(class_id, [await newProof(api, learner!)])).member_status).toBe('waiting');
    await stateLevel('A');
    const member = { class_id, user_id: learner!.user_id };
    const way = { reason: '名额调整', actor: staff };
    await expect(moveFromList(api.db, member, way, api.clock.now())).rejects.toThrow('不能录取');
    const owner = { site_id: 'main', user_id: first.user_id };
    await quitClass(api.db, completion, owner, class_id, api.clock.now());
    expect(await statusIn(class_id)).toBe('applied');
    await expect(decide(class_id)).rejects.toThrow('不能录取');
  });

  it('from the waiting list gets a seat after a review only', async () => {
    const { class_id, courses } = await newClass(api, { ...rural, seats: 1 });
    const [first, third] = [await newLearner(api), await newLearner(api)];
    await verifyFacts(api, first, { level: 'D' });
    await verifyFacts(api, third, { level: 'D' });
    await apply(class_id, [], first);
    await stateLevel('D');
    await apply(class_id, [await newProof(api, learner!)]);
    await set(class_id, { seats: 2 });
    await apply(class_id, [], third);
    const owner = { site_id: 'main', user_id: first.user_id };
    await quitClass(api.db, completion, owner, class_id, api.clock.now());
    expect(await statusIn(class_id)).toBe('applied');
    expect(await statusIn(class_id, third)).toBe('admitted');
    expect(await refusal(enterLesson(courses[0]!))).toBe('not_owned');
  });
});

describe('a member who no longer belongs to the class', () => {
  const lesson = {
    day: '2026-06-15',
    from: '10:30',
    to: '23:59',
    title: '面授',
    teacher: '',
    place: '一号楼',
    hours: 2,
  };
  async function admitted() {
    const rule = { courses: false, attendance: 0 };
    const held = await newClass(api, { ...rural, timetable: [lesson], rule });
    await become('D', '2026-06-01');
    expect((await apply(held.class_id)).member_status).toBe('admitted');
    await set(held.class_id, { start_at: api.clock.now() });
    return held;
  }
  const sign = async (classId: string) => {
    const { code } = await api.send(
      classOfflineCode,
      { class_id: classId, session_id: '' },
      teacher,
    );
    return api.send(classSign, { class_id: classId, code }, learner);
  };

  it('is refused at the door and at the lessons, with a way out', async () => {
    const { class_id, courses } = await admitted();
    expect(await refusal(enterLesson(courses[0]!))).toBe('accepted');
    await become('A');
    await expect(enterLesson(courses[0]!)).rejects.toMatchObject({
      code: 'not_in_scope',
      message: expect.stringMatching(/不在本班的学员范围内.*职称与岗位/),
    });
    expect(await refusal(sign(class_id))).toBe('not_in_scope');
  });

  it('who was admitted without it long ago is refused, too, until it is verified', async () => {
    const { class_id, courses } = await newClass(api, { timetable: [lesson] });
    await stateLevel('D');
    await apply(class_id);
    await api.db.execute(
      `update content set apply_scope = '{"levels":["D"]}' where content_id = '${class_id}'`,
    );
    expect(await refusal(enterLesson(courses[0]!))).toBe('fact_unverified');
    expect(await refusal(sign(class_id))).toBe('fact_unverified');
    await become('D', '2026-06-01');
    expect(await refusal(enterLesson(courses[0]!))).toBe('accepted');
    expect(await refusal(sign(class_id))).toBe('accepted');
  });

  it('gets no certificate, is told why, and gets it once the fact is verified', async () => {
    const { class_id } = await admitted();
    await become('A');
    api.clock.set('2026-06-26T02:00:00Z');
    await advanceMembers(api.context, classEffects);
    expect(await statusIn(class_id)).toBe('unqualified');
    for (const person of [learner!, admin!])
      person.token = await signInAgain(api, { user_id: person.user_id, site_id: 'main' });
    const ofClass = async () =>
      (await api.send(certificateList, {}, learner)).list.filter(({ kind }) => kind === 'class');
    expect(await ofClass()).toEqual([]);
    const { rows } = await api.db.execute<{ text: string }>(
      `select text from message where user_id = '${learner!.user_id}' and title = '结业证书暂不能发放'`,
    );
    expect(rows[0]?.text).toContain('职称与岗位');
    await become('D', '2026-06-20');
    expect(await statusIn(class_id)).toBe('qualified');
    expect(await ofClass()).toHaveLength(1);
  });
});
