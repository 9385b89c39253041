import type { BodyOf } from '@cme/contract/base';
import {
  askFact,
  joinUnit,
  leaveUnit,
  myFacts,
  registPerson,
  topNoticeCount,
  unitAudit,
  unitApplications,
  unitFactAudit,
  unitFactProof,
  unitFacts,
  userInfo,
  userUpdate,
  withdrawFact,
} from '@cme/contract/person';
import { creditsSummary } from '@cme/contract/credits';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newProof, newUnit } from '../../../test/declare.ts';
import { verifyFacts } from '../../../test/facts.ts';
import { type Learner, newLearner } from '../../../test/learner.ts';
import { idNumber, mobile, smsCode } from '../../../test/people.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { insertCreditRules } from '../../credits/credits/credits.store.ts';

const api = await startApiForFile({ now: '2026-06-15T02:00:00Z' });
let [learner, admin, stranger]: Learner[] = [];
const rule = (ruleId: string, scope: object, needHours: number, needCredits = 0) => ({
  rule_id: ruleId,
  name: ruleId,
  site_id: 'main',
  year: 2024,
  scope,
  need_hours: needHours,
  need_public: 0,
  need_pro: 0,
  need_credits: needCredits,
});
beforeAll(async () => {
  await insertCreditRules(api.db, [
    rule('health', { series: ['01', '02', '04'] }, 90, 25),
    rule('general', {}, 90),
    rule('rural', { levels: ['D'] }, 40),
  ]);
});
beforeEach(async () => {
  [learner, admin, stranger] = [
    await newLearner(api),
    await newLearner(api),
    await newLearner(api),
  ];
  await newUnit(api, [learner], [admin]);
  await newUnit(api, [], [stranger]);
});

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: { code?: string; statusCode?: number }) => error.code ?? error.statusCode,
  );
type Ask = Partial<BodyOf<typeof askFact>>;
const sendFactRequest = async (given: Ask = {}, who = learner!) =>
  api.send(
    askFact,
    {
      kind: 'level',
      value: 'B',
      effective_from: '2026-03-01',
      file_ids: [await newProof(api, who)],
      ...given,
    },
    who,
  );
const waitingId = async (who = learner!) =>
  (await api.send(myFacts, {}, who)).list.find(({ fact_status }) => fact_status === 'waiting')
    ?.fact_id ?? '';
const audit = (factId: string, decision: 'approve' | 'refuse', who = admin!, reason = '') =>
  api.send(unitFactAudit, { fact_id: factId, decision, reason }, who);
const fetchLevel = async (who = learner!) =>
  (await api.send(myFacts, {}, who)).current.find(({ kind }) => kind === 'level');
const fetchRule = async (year: number, who = learner!) =>
  (await api.send(creditsSummary, { year }, who)).rule;

describe('a fact that was entered once', () => {
  it('is not changed by the profile any more, while everything else is', async () => {
    for (const [field, value] of Object.entries({
      level: 'D',
      series_code: '02',
      post_type: 'M',
      area_id: '330106',
    })) {
      const change = api.send(userUpdate, { [field]: value }, learner);
      await expect(change).rejects.toMatchObject({
        code: 'fact_locked',
        message: expect.stringContaining('职称与岗位'),
        field,
      });
    }
    expect(await api.send(userInfo, {}, learner)).toMatchObject({ level: 'A', series_code: '01' });
    // An older page sends all its fields.
    const typed = { unit_name: '镇卫生院', level: 'A', series_code: '01' } as const;
    expect(await api.send(userUpdate, typed, stranger)).toMatchObject({ unit_name: '镇卫生院' });
  });

  it('is shown as entered at registration, and as verified after the decision', async () => {
    expect(await fetchLevel()).toMatchObject({
      value_name: '初级',
      fact_status: 'declared',
      fact_status_name: '已填报',
    });
    await sendFactRequest({ value: 'A' });
    await audit(await waitingId(), 'approve');
    expect(await fetchLevel()).toMatchObject({
      fact_status: 'verified',
      fact_status_name: '已核实',
      effective_from: '2026-03-01',
    });
    expect(await refusal(sendFactRequest({ value: 'A' }))).toBe('fact_state');
  });
});

describe('a request', () => {
  it('is shown to the administrator of the unit with its proof, and changes the account when approved', async () => {
    const mine = await sendFactRequest();
    expect(mine.decider_name).toMatch(/^医院/);
    expect(mine.list[0]).toMatchObject({ fact_status_name: '待审核', value_name: '中级' });
    const { list, total } = await api.send(unitFacts, {}, admin);
    expect(total).toBe(1);
    expect(list[0]).toMatchObject({
      real_name: '李明',
      kind_name: '专业级别',
      current_name: '初级',
      current_status_name: '已填报',
      value_name: '中级',
      effective_from: '2026-03-01',
      id_no: expect.stringContaining('*'),
    });
    const { fact_id, files } = list[0]!;
    const proof = { fact_id, file_id: files[0]!.file_id };
    expect((await api.send(unitFactProof, proof, admin)).url).toContain('/qm/file/');
    expect(await refusal(api.send(unitFactProof, proof, stranger))).toBe('not_found');
    expect((await api.send(userInfo, {}, learner)).level).toBe('A');
    expect(await audit(fact_id, 'approve')).toEqual({ fact_status: 'verified' });
    expect(await audit(fact_id, 'approve')).toEqual({ fact_status: 'verified' });
    expect(await refusal(audit(fact_id, 'refuse', admin, '材料不清楚'))).toBe('fact_decided');
    expect((await api.send(userInfo, {}, learner)).level).toBe('B');
    expect((await api.send(topNoticeCount, {}, learner)).unread_count).toBe(1);
  });

  it('is refused with a reason, leaves the account as it was, and can be made again', async () => {
    await sendFactRequest();
    const id = await waitingId();
    expect(await refusal(audit(id, 'refuse'))).toBe('bad_request');
    await audit(id, 'refuse', admin, '请上传资格证书的原件照片');
    const { list } = await api.send(myFacts, {}, learner);
    expect(list[0]).toMatchObject({
      fact_status_name: '未通过',
      reply: '请上传资格证书的原件照片',
    });
    expect(await fetchLevel()).toMatchObject({ value: 'A', fact_status: 'declared' });
    expect(await refusal(sendFactRequest())).toBe('accepted');
  });

  it('can be withdrawn until it is decided, by its owner alone', async () => {
    await sendFactRequest();
    const fact_id = await waitingId();
    expect(await refusal(sendFactRequest({ value: 'C' }))).toBe('fact_waiting');
    expect(await refusal(api.send(withdrawFact, { fact_id }, stranger))).toBe('not_found');
    await api.send(withdrawFact, { fact_id }, learner);
    await api.send(withdrawFact, { fact_id }, learner);
    expect(await refusal(audit(fact_id, 'approve'))).toBe('fact_decided');
    await sendFactRequest();
    const next = await waitingId();
    await audit(next, 'approve');
    expect(await refusal(api.send(withdrawFact, { fact_id: next }, learner))).toBe('fact_decided');
  });

  it('is decided by nobody about themselves, and by no other unit', async () => {
    await newUnit(api, [admin!], [admin!]);
    await sendFactRequest({}, admin);
    const own = await waitingId(admin);
    expect(await refusal(audit(own, 'approve', admin))).toBe('not_found');
    expect((await api.send(unitFacts, {}, admin)).list).toEqual([]);
    await sendFactRequest();
    expect(await refusal(audit(await waitingId(), 'approve', stranger))).toBe('not_found');
    expect(await refusal(api.send(unitFacts, {}, learner))).toBe(403);
  });

  it.each<[string, Ask, string]>([
    ['without a proof', { file_ids: [] }, '请上传证明材料'],
    ['with a value that does not exist', { kind: 'series_code', value: '40' }, '请选择专业系列'],
    ['with a whole province', { kind: 'area_id', value: '330000' }, '请选择所在地区'],
    ['from a day that does not exist', { effective_from: '2026-02-30' }, '生效日期须在'],
    ['from tomorrow on', { effective_from: '2026-06-16' }, '生效日期须在'],
    ['from the year before last on', { effective_from: '2024-12-31' }, '生效日期须在'],
  ])('%s is refused', async (_, given, message) => {
    await expect(sendFactRequest(given)).rejects.toMatchObject({
      message: expect.stringContaining(message),
    });
    expect((await api.send(myFacts, {}, learner)).list).toEqual([]);
  });

  it('with the proof of somebody else is refused', async () => {
    const file_ids = [await newProof(api, stranger!)];
    expect(await refusal(sendFactRequest({ file_ids }))).toBe('not_found');
  });

  it('that is sent twice at once is made once', async () => {
    const results = await Promise.all([1, 2, 3].map(() => refusal(sendFactRequest())));
    expect(results.toSorted()).toEqual(['accepted', 'fact_waiting', 'fact_waiting']);
  });

  it('takes effect after the fact that it replaces', async () => {
    await sendFactRequest();
    await audit(await waitingId(), 'approve');
    const early = sendFactRequest({ value: 'C', effective_from: '2026-03-01' });
    await expect(early).rejects.toMatchObject({ message: expect.stringContaining('2026-03-01') });
    expect(await refusal(sendFactRequest({ value: 'C', effective_from: '2026-03-02' }))).toBe(
      'accepted',
    );
  });
});

describe('the requirement of a year', () => {
  const become = async (value: string, effectiveFrom: string) => {
    await sendFactRequest({ value, effective_from: effectiveFrom });
    await audit(await waitingId(), 'approve');
  };

  it('follows the level at the end of the year, and stays when the level changes later', async () => {
    await become('D', '2025-10-01');
    expect((await fetchRule(2024)).need_hours).toBe(90);
    expect((await fetchRule(2025)).need_hours).toBe(40);
    expect((await fetchRule(2026)).need_hours).toBe(40);
    await become('A', '2026-02-01');
    expect((await fetchRule(2025)).need_hours).toBe(40);
    expect(await fetchRule(2026)).toMatchObject({ need_hours: 90, need_credits: 25 });
  });

  it('is never lowered by what nobody has verified', async () => {
    const n = 9100;
    const regist = {
      mobile: mobile(n),
      sms_code: await smsCode(api, 'regist', mobile(n)),
      password: 'Learner2026',
      real_name: '赵大山',
      id_no: idNumber(n),
      area_id: '110105',
      unit_name: '村卫生室',
      series_code: '02',
      level: 'D' as const,
      post_type: 'E' as const,
      agree: 'Y' as const,
    };
    const { message: token } = await api.sendForMessage(registPerson, regist);
    const villager = { token } as Learner;
    const before = await fetchRule(2026, villager);
    expect(before).toMatchObject({ need_hours: 90, need_credits: 25 });
    expect(before.note).toContain('您填报的“专业级别”尚未核实');
    const { user_id } = await api.send(userInfo, {}, villager);
    await verifyFacts(api, { user_id }, { level: 'D' });
    expect(await fetchRule(2026, villager)).toMatchObject({ need_hours: 40, note: '' });
  });

  it('of a unit stays for the year in which somebody leaves it', async () => {
    const boss = await newLearner(api);
    const unit_id = await newUnit(api, [], [boss]);
    await insertCreditRules(api.db, [rule('strict', { units: [unit_id] }, 120)]);
    const free = await newLearner(api);
    await api.send(joinUnit, { unit_id }, free);
    const { list } = await api.send(unitApplications, {}, boss);
    const { application_id } = list[0]!;
    await api.send(unitAudit, { application_id, decision: 'approve' }, boss);
    expect((await fetchRule(2026, free)).need_hours).toBe(120);
    expect((await fetchRule(2025, free)).need_hours).toBe(90);
    await api.send(leaveUnit, {}, free);
    expect((await fetchRule(2026, free)).need_hours).toBe(120);
    expect((await fetchRule(2027, free)).need_hours).toBe(90);
  });
});
