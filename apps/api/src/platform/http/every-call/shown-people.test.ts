import { everyCall } from '@cme/contract/every-call';
import type { Call } from '@cme/contract/base';
import { askFact, joinUnit } from '@cme/contract/person';
import { classOfflineCode, inquiryAdd, learnJoin, trainingclassApply } from '@cme/contract/study';
import { declareAudit, exchangeDetail } from '@cme/contract/credits';
import { and, eq } from 'drizzle-orm';
import { ulid } from 'ulid';
import { beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Schema } from '../../../../test/any-body.ts';
import {
  handedIn,
  insertTestKinds,
  newCreditAuditor,
  newProof,
  newUnit,
} from '../../../../test/declare.ts';
import { type Learner, newCourse, newLearner } from '../../../../test/learner.ts';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import { newClass } from '../../../../test/training-class.ts';
import { creditDeclaration } from '../../../credits/exchange/credit.job.ts';
import { exchangeLedger } from '../../../credits/certificate/issuing/exchange-ledger.ts';
import { fileUse } from '../../../person/file/file.tables.ts';
import { insertHomework } from '../../../study/homework/homework.store.ts';
import { homeworkSubmit } from '../../../study/homework/homework.tables.ts';
import { user } from '../../../person/identity/identity.tables.ts';
import { setRoles } from '../../../person/identity/user.store.ts';
import { unitApplication } from '../../../person/membership/membership.tables.ts';
import { getLessonStart } from '../../../study/training-class/sign.rules.ts';
import { trainingClass } from '../../../study/training-class/training-class.tables.ts';
import { stateLog } from '../../state-log/state-log.tables.ts';
import { isStaffCall } from '../staff-log.ts';

const api = await startApiForFile({ now: '2026-06-15T02:00:00Z' });
let staff: Learner;
beforeAll(async () => {
  await insertTestKinds(api);
  staff = await newLearner(api);
  await setRoles(api.db, staff.user_id, ['course_teacher', 'class_teacher', 'credit_auditor']);
});

/** A learner with a name of her own. */
async function subject(): Promise<Learner> {
  const person = await newLearner(api);
  await api.db.update(user).set({ real_name: '欧阳知微' }).where(eq(user.user_id, person.user_id));
  return person;
}

/** What a member of staff asks about this learner. */
type Prepare = (person: Learner) => Promise<object>;

const fileIn = async (person: Learner, ownerType: string, ownerId: string) => {
  const file_id = await newProof(api, person);
  await api.db
    .insert(fileUse)
    .values({ owner_type: ownerType, owner_id: ownerId, file_id, seq: 0, title: '' });
  return file_id;
};

async function submitHomework(person: Learner) {
  const { id } = await newCourse(api);
  await api.send(learnJoin, { id }, person);
  const [homework_id, submit_id, learning_id] = [ulid(), ulid(), ulid()];
  const task = { homework_id, content_id: id, section_id: null, title: '计划', task: '写' };
  await insertHomework(api.db, [{ ...task, deadline_at: null }]);
  const at = { submitted_at: api.clock.now(), updated_at: api.clock.now() };
  const of = { submit_id, homework_id, learning_id, content_id: id, site_id: 'main' };
  const row = { ...of, user_id: person.user_id, homework_status: 'submitted' as const };
  await api.db.insert(homeworkSubmit).values({ ...row, ...at, revision: 1 });
  return submit_id;
}

async function newInquiry(person: Learner) {
  const { id } = await newCourse(api);
  await api.send(learnJoin, { id }, person);
  const { inquiry } = await api.send(inquiryAdd, { id, request_id: ulid(), text: '问' }, person);
  return inquiry.inquiry_id;
}

const first = { day: '2026-06-15', from: '10:30', to: '23:59', title: '面授', teacher: '' };

async function newClassCode(person: Learner) {
  const timetable = [{ ...first, place: '一号楼', hours: 2 }];
  const { class_id } = await newClass(api, { seats: 9, timetable });
  await api.send(trainingclassApply, { class_id, agree_version: '2026-01' }, person);
  await api.db
    .update(trainingClass)
    .set({ start_at: getLessonStart(timetable[0]!) })
    .where(eq(trainingClass.class_id, class_id));
  const { code } = await api.send(classOfflineCode, { class_id }, person);
  return { class_id, session_id: '2026-06-15-1030', code };
}

/** Without a unit, two people of the centre audit. */
const pass = async (declareNo: string) => {
  for (const auditor of [await newCreditAuditor(api), staff])
    await api.send(declareAudit, { declare_no: declareNo, decision: 'pass' }, auditor);
};

async function newApplication(person: Learner) {
  const unit_id = await newUnit(api, [], [staff]);
  await api.send(joinUnit, { unit_id }, person);
  const [row] = await api.db
    .select()
    .from(unitApplication)
    .where(eq(unitApplication.user_id, person.user_id));
  return row!.application_id;
}

async function newFact(person: Learner) {
  await newUnit(api, [person], [staff]);
  const file_id = await newProof(api, person);
  const asked = { kind: 'level' as const, value: 'C', effective_from: '2026-06-01' };
  const { list } = await api.send(askFact, { ...asked, file_ids: [file_id] }, person);
  return { fact_id: list[0]!.fact_id, file_id };
}

/** Every staff call that shows data about a learner, by its path. */
const asks: Record<string, Prepare> = {
  'declare/list': async (person) => (await handedIn(api, person), { step: 'centre' }),
  'declare/open': async (person) => ({ declare_no: await handedIn(api, person) }),
  'declare/audit': async (person) => ({
    declare_no: await handedIn(api, person),
    decision: 'return',
    reason: '通知没有盖章',
  }),
  'declare/reverse': async (person) => {
    const declare_no = await handedIn(api, person);
    await pass(declare_no);
    await creditDeclaration({ db: api.db, now: api.clock.now }, exchangeLedger, declare_no);
    return { declare_no, reason: '会议证明系伪造', ref_no: '9号' };
  },
  'declare/download': async (person) => {
    const declare_no = await handedIn(api, person);
    const { files } = await api.send(exchangeDetail, { declare_no }, person);
    return { declare_no, file_id: files[0]!.file_id };
  },
  'homework/list': async (person) => (await submitHomework(person), {}),
  'homework/grade': async (person) => ({
    submit_id: await submitHomework(person),
    revision: 1,
    score: 40,
    comment: '缺少复评时间',
  }),
  'homework/download': async (person) => {
    const submit_id = await submitHomework(person);
    return { submit_id, file_id: await fileIn(person, 'homework', submit_id) };
  },
  'inquiry/list': async (person) => (await newInquiry(person), {}),
  'inquiry/answer': async (person) => ({
    inquiry_id: await newInquiry(person),
    decision: 'answer',
    text: '答',
  }),
  'trainingclass/sign': newClassCode,
  'unit/facts': async (person) => (await newFact(person), {}),
  'unit/fact_proof': newFact,
  'unit/applications': async (person) => (await newApplication(person), {}),
};

const shortenPath = ({ path }: Call) => path.replace('/qm/api/admin/', '');

/** Every field of a response at any depth. */
const listFields = (schema: Schema): string[] => [
  ...Object.keys(schema.properties ?? {}),
  ...[
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
  ].flatMap(listFields),
];

/** A name, a number, an account, or the address of a file that a learner has sent. */
const isPersonal = (field: string) =>
  /^(user_id|user_name|real_name|mobile|id_no|url)$/.test(field);
const showing = everyCall
  .filter(isStaffCall)
  .filter(({ data }) =>
    listFields(z.toJSONSchema(data, { unrepresentable: 'any', reused: 'inline' }) as Schema).some(
      isPersonal,
    ),
  );

it('every staff call whose response has a field about a person is tried here', () => {
  expect(showing.map(shortenPath).toSorted()).toEqual(Object.keys(asks).toSorted());
});

it.each(showing.map((call) => [shortenPath(call), call] as const))(
  'admin/%s records whose data it showed',
  async (path, call) => {
    const person = await subject();
    const body = (await asks[path]?.(person)) ?? {};
    const shown = JSON.stringify(await api.send(call, body as never, staff));
    expect(shown).toMatch(/欧阳知微|欧\*\*|\/qm\/file\//);
    const recorded = await api.db
      .select()
      .from(stateLog)
      .where(and(eq(stateLog.to, `admin/${path}`), eq(stateLog.entity_id, person.user_id)));
    expect(recorded).toMatchObject([{ entity: 'staff_view', actor_id: staff.user_id }]);
  },
);
