import { siteConfig } from '@cme/contract/site';
import { login } from '@cme/contract/person';
import {
  classOfflineCode,
  classSign,
  classSignAtDoor,
  trainingclassApply,
} from '@cme/contract/study';
import { count, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Learner, newLearner } from '../../../../test/learner.ts';
import { mobile, password } from '../../../../test/people.ts';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import { newClass } from '../../../../test/training-class.ts';
import { hashPassword } from '../../../person/identity/password.rules.ts';
import { limitHit, user } from '../../../person/identity/identity.tables.ts';
import { deriveKeys } from '../../../person/identity/secret.rules.ts';
import { insertHashed } from '../../../person/identity/user.store.ts';
import { getLessonStart } from '../../../study/training-class/sign.rules.ts';
import {
  classSign as signs,
  trainingClass,
} from '../../../study/training-class/training-class.tables.ts';

/** A hospital of 3,000 people behind one address, with the limits of a new installation. Nobody may
 * fail; how long it takes depends on what else the machine does, and is printed. */
const api = await startApiForFile({ settings: { rateLimit: 6000 } });
const hospital = { headers: { 'x-forwarded-for': '198.51.100.7' } };
const here = (person: Learner) => ({ ...person, ...hospital });

const times = (most: number) => Array.from({ length: most }, (_, index) => index);
async function timed(work: Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work;
  return Math.round(performance.now() - began);
}
const succeed = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: unknown) => String(error),
  );
const expectAllAccepted = async (calls: Promise<unknown>[]) => {
  const replies = await Promise.all(calls.map(succeed));
  expect(replies.filter((reply) => reply !== 'accepted')).toEqual([]);
};

test('five hundred people sign in at once through one address', async () => {
  const password_hash = await hashPassword(password);
  const keys = deriveKeys(api.context.settings);
  for (const n of times(500))
    await insertHashed(api.db, keys, api.clock.now(), {
      site_id: 'main',
      mobile: mobile(n),
      id_no: `110105194912${String(n).padStart(6, '0')}`,
      password_hash,
      real_name: '李明',
      area_id: '110105',
      unit_name: '县医院',
      series_code: '01',
      level: 'A',
      post_type: 'E',
      agree_version: '1',
    });
  const signIn = async (n: number) => {
    await api.send(siteConfig, {}, hospital);
    await api.send(login, { login_kind: 'password', account: mobile(n), password }, hospital);
  };
  const took = await timed(expectAllAccepted(times(500).map(signIn)));
  process.stdout.write(`500 sign-ins at once: ${took} ms\n`);
  const [wrong] = await api.db.select({ n: count() }).from(limitHit);
  expect(wrong?.n).toBe(0);
}, 240_000);

test('a class of three hundred checks in at once through one address', async () => {
  const teacher = await newLearner(api);
  const roles = { roles: ['class_teacher' as const] };
  await api.db.update(user).set(roles).where(eq(user.user_id, teacher.user_id));
  const lesson = { day: '2026-06-15', from: '10:30', to: '12:00', title: '急救', hours: 2 };
  const rule = { courses: false, attendance: 100 };
  const timetable = [{ ...lesson, teacher: '', place: '一号楼' }];
  const { class_id } = await newClass(api, { seats: 300, timetable, rule });
  const people: Learner[] = [];
  for (const _ of times(300)) people.push(await newLearner(api));
  await expectAllAccepted(
    people.map((person) =>
      api.send(trainingclassApply, { class_id, agree_version: '2026-01' }, here(person)),
    ),
  );
  await api.db
    .update(trainingClass)
    .set({ start_at: getLessonStart(lesson) })
    .where(eq(trainingClass.class_id, class_id));
  const [half, other] = [people.slice(0, 150), people.slice(150)];
  const session_id = '2026-06-15-1030';
  const signedIn = async () => (await api.db.select().from(signs)).length;

  const { code } = await api.send(classOfflineCode, { class_id, session_id }, here(teacher));
  const byScreen = () =>
    half.map((person) => api.send(classSign, { class_id, code }, here(person)));
  // Everybody presses twice.
  const screen = await timed(expectAllAccepted([...byScreen(), ...byScreen()]));
  expect(await signedIn()).toBe(150);

  const codes = await Promise.all(
    other.map((person) => api.send(classOfflineCode, { class_id }, here(person))),
  );
  const door = await timed(
    expectAllAccepted(
      [...codes, ...codes].map(({ code: own }) =>
        api.send(classSignAtDoor, { class_id, session_id, code: own }, here(teacher)),
      ),
    ),
  );
  expect(await signedIn()).toBe(300);
  process.stdout.write(`300 check-ins by the screen ${screen} ms, at the door ${door} ms\n`);
}, 240_000);
