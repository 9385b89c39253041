import { once } from 'node:events';
import {
  classOfflineCode,
  classSessions,
  classSign,
  classSignAtDoor,
  trainingclassApply,
  trainingclassList,
} from '@cme/contract/study';
import { certificateList } from '@cme/contract/credits';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Learner, newLearner, signInAgain } from '../../../test/learner.ts';
import { startTestApi, type TestApi } from '../../../test/test-api.ts';
import { newClass } from '../../../test/training-class.ts';
import { runInTurn } from '../../platform/locks/run-in-turn.ts';
import { classEffects } from '../../credits/certificate/issuing/of-class.action.ts';
import { user } from '../../person/identity/identity.tables.ts';
import { advanceMembers } from './advance.job.ts';
import { requireLesson, writeSign } from './sign.action.ts';
import {
  computeAttendance,
  getLessonStart,
  canSign,
  sessionId,
  statusOfSigning,
} from './sign.rules.ts';
import { readClass } from './training-class.store.ts';
import { type Lesson, trainingClass } from './training-class.tables.ts';
import { refusal } from '../../../test/refusal.ts';

const lesson = (day: string, from: string): Lesson => ({
  day,
  from,
  to: '23:59',
  title: `面授 ${from}`,
  teacher: '',
  place: '一号楼',
  hours: 2,
});
const first = lesson('2026-06-15', '10:30');
const second = lesson('2026-06-16', '09:00');

describe('a lesson', () => {
  it.each([
    ['2026-06-15T01:59:59Z', false, 'signed'],
    ['2026-06-15T02:00:00Z', true, 'signed'],
    ['2026-06-15T02:35:00Z', true, 'signed'],
    ['2026-06-15T02:35:01Z', true, 'late'],
    ['2026-06-15T03:00:00Z', true, 'late'],
    ['2026-06-15T03:00:01Z', false, 'late'],
  ])('at %s accepts check-in: %s, as %s', (at, open, status) => {
    expect(canSign(first, new Date(at))).toBe(open);
    expect(statusOfSigning(first, new Date(at))).toBe(status);
  });

  it.each([
    [{}, 0],
    [{ [sessionId(first)]: 'signed' }, 50],
    [{ [sessionId(first)]: 'signed', [sessionId(second)]: 'late' }, 100],
    [{ [sessionId(first)]: 'leave', [sessionId(second)]: 'absent' }, 0],
  ] as const)('of two with %o makes %i percent', (signs, percent) => {
    expect(computeAttendance([first, second], new Map(Object.entries(signs))).percent).toBe(
      percent,
    );
  });
});

describe('check-in', () => {
  let api: TestApi;
  let teacher: Learner;
  beforeAll(async () => {
    api = await startTestApi({ now: '2026-06-15T02:00:00Z' });
    teacher = await newLearner(api);
    await api.db
      .update(user)
      .set({ roles: ['class_teacher'] })
      .where(eq(user.user_id, teacher.user_id));
  });
  afterAll(() => api.close());

  /** A class of two lessons, the first in half an hour, and some members. */
  async function begun(members: number) {
    await later('2026-06-15T02:00:00Z');
    const { class_id } = await newClass(api, {
      courses: 1,
      seats: 9,
      timetable: [first, second],
      rule: { courses: false, attendance: 100 },
    });
    const people: Learner[] = [];
    for (let n = 0; n < members; n += 1) {
      const person = await newLearner(api);
      await api.send(trainingclassApply, { class_id, agree_version: '2026-01' }, person);
      people.push(person);
    }
    await set(class_id, { start_at: getLessonStart(first) });
    return { class_id, people };
  }
  /** Later, after everybody has signed in again. */
  async function later(moment: string, ...people: Learner[]) {
    api.clock.set(moment);
    for (const person of [teacher, ...people])
      person.token = await signInAgain(api, { user_id: person.user_id, site_id: 'main' });
  }
  const set = (classId: string, values: Partial<typeof trainingClass.$inferInsert>) =>
    api.db.update(trainingClass).set(values).where(eq(trainingClass.class_id, classId));
  const screen = (classId: string, sessionId = '') =>
    api.send(classOfflineCode, { class_id: classId, session_id: sessionId }, teacher);

  it('accepts the code on the screen for some seconds, once, and from members only', async () => {
    const { class_id, people } = await begun(2);
    const [a, b] = people as [Learner, Learner];
    const { code, mode, can_sign } = await screen(class_id);
    expect([mode, can_sign, code.length]).toEqual(['scan_screen', 'Y', 6]);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    expect(await refusal(api.send(classSign, { class_id, code: wrong }, a))).toBe('sign_code');
    const signed = await api.send(classSign, { class_id, code }, a);
    expect(signed).toMatchObject({ session_id: '2026-06-15-1030', sign_status: 'signed' });
    expect(await api.send(classSign, { class_id, code }, a)).toEqual(signed);
    expect(await refusal(api.send(classSign, { class_id, code }, await newLearner(api)))).toBe(
      'not_owned',
    );
    api.clock.pass(61_000);
    expect(await refusal(api.send(classSign, { class_id, code }, b)), 'over').toBe('sign_code');
    expect((await screen(class_id)).signed_list).toMatchObject([{ user_id: a.user_id }]);
    const mine = await api.send(trainingclassList, { mine: 'Y' }, a);
    expect(mine.list[0]?.my).toMatchObject({ signed: 1, sessions: 2 });
  });

  it('takes ten wrong codes of a person for a lesson, and of nobody else', async () => {
    const { class_id, people } = await begun(2);
    const [a, b] = people as [Learner, Learner];
    const { code } = await screen(class_id);
    const wrong = (n: number) => String((Number(code) + 1000 + n) % 1_000_000).padStart(6, '0');
    const guess = (guessed: string, person: Learner) =>
      refusal(api.send(classSign, { class_id, code: guessed }, person));
    const replies = await Promise.all(Array.from({ length: 100 }, (_, n) => guess(wrong(n), a)));
    expect(replies.filter((reply) => reply === 'sign_code')).toHaveLength(10);
    expect(replies.filter((reply) => reply === 'rate_limited')).toHaveLength(90);
    expect(await guess(code, a)).toBe('rate_limited');
    expect(await guess(code, b)).toBe('accepted');
    await later('2026-06-16T01:00:00Z', a);
    const next = await screen(class_id, '2026-06-16-0900');
    for (let n = 0; n < 3; n += 1) await guess(wrong(n), a);
    expect(await guess(next.code, a)).toBe('accepted');
  });

  it('judges a code by when it was sent, however long the request waits', async () => {
    const { class_id, people } = await begun(1);
    const { code } = await screen(class_id);
    const [person] = people as [Learner];
    const turn = Promise.withResolvers<void>();
    const before = runInTurn(`limits ${person.user_id}`, () => turn.promise);
    const arrived = once(api.app.server, 'request');
    const signing = refusal(api.send(classSign, { class_id, code }, person));
    await arrived;
    api.clock.pass(90_000);
    turn.resolve();
    await before;
    expect(await signing).toBe('accepted');
  });

  it('accepts a member’s personal code from teachers alone, late after the beginning', async () => {
    const { class_id, people } = await begun(2);
    const [a, b] = people as [Learner, Learner];
    await later('2026-06-15T02:50:00Z', a, b);
    const { code, mode } = await api.send(classOfflineCode, { class_id }, a);
    expect(mode).toBe('show_code');
    const at = { class_id, session_id: '2026-06-15-1030', code };
    expect(await refusal(api.send(classSignAtDoor, at, b))).toBe('not_allowed');
    expect(await api.send(classSignAtDoor, at, teacher)).toMatchObject({
      sign_status: 'late',
      user_name: '李明',
    });
    const other = { ...at, session_id: '2026-06-16-0900' };
    expect(await refusal(api.send(classSignAtDoor, other, teacher))).toBe('sign_closed');
    api.clock.pass(121_000);
    expect(await refusal(api.send(classSignAtDoor, at, teacher)), 'over').toBe('sign_code');
  });

  it('decides qualification by the rule and issues the certificate; a lesson can be made up after the end', async () => {
    const { class_id, people } = await begun(2);
    const [a, b] = people as [Learner, Learner];
    const sign = async (day: string, learner: Learner) => {
      await later(day, a, b);
      await advanceMembers(api.context, classEffects);
      const session = day.startsWith('2026-06-15') ? '2026-06-15-1030' : '2026-06-16-0900';
      const { code } = await screen(class_id, session);
      await api.send(classSign, { class_id, code }, learner);
    };
    await sign('2026-06-15T02:30:00Z', a);
    await sign('2026-06-15T02:30:00Z', b);
    await sign('2026-06-16T01:00:00Z', a);
    await set(class_id, { end_at: api.clock.now() });
    await advanceMembers(api.context, classEffects);
    const fetchMemberStatus = async (learner: Learner) =>
      (await api.send(trainingclassList, { mine: 'Y' }, learner)).list[0]?.my?.member_status;
    const certificates = async (learner: Learner) =>
      (await api.send(certificateList, {}, learner)).list.map(({ kind }) => kind);
    expect([await fetchMemberStatus(a), await fetchMemberStatus(b)]).toEqual([
      'qualified',
      'unqualified',
    ]);
    expect([await certificates(a), await certificates(b)]).toEqual([['class'], []]);
    const trainingClass = (await readClass(api.db, class_id))!;
    const making = {
      trainingClass,
      lesson: requireLesson(trainingClass, '2026-06-16-0900'),
      user_id: b.user_id,
      sign_status: 'signed' as const,
      reason: '当天设备故障，纸质签到',
      actor: { actor_type: 'staff' as const, actor_id: teacher.user_id },
    };
    await writeSign(api.db, classEffects, making, api.clock.now());
    await writeSign(api.db, classEffects, making, api.clock.now());
    expect(await fetchMemberStatus(b)).toBe('qualified');
    expect(await certificates(b)).toEqual(['class']);
    expect((await api.send(classSessions, { class_id }, b)).list[1]).toMatchObject({
      sign_status: 'signed',
      reason: '当天设备故障，纸质签到',
    });
  });
});
