import {
  cancelUnit,
  joinUnit,
  leaveUnit,
  myFacts,
  myUnit,
  registPerson,
  topNoticeCount,
  unitApplications,
  unitAudit,
  unitSearch,
  unitTree,
  userInfo,
} from '@cme/contract/person';
import { trainingclassApply, trainingclassDetail } from '@cme/contract/study';
import { and, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  idNumber,
  mobile,
  signedInPerson,
  smsCode,
  type TestPerson,
} from '../../../test/people.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { newClass } from '../../../test/training-class.ts';
import type { Scope } from '../../content/catalogue/scope.rules.ts';
import { site } from '../../platform/sites/site.tables.ts';
import { readStateTimes } from '../../platform/state-log/state-log.store.ts';
import { user } from '../identity/identity.tables.ts';
import { addUnitAdmin, insertUnits } from '../unit/unit.store.ts';
import { unitApplication } from './membership.tables.ts';

const api = await startApiForFile();
let [admin, other, foreign]: TestPerson[] = [];
let learner: TestPerson;
let n = 8000;

beforeAll(async () => {
  const created_at = api.clock.now();
  const row = (unitId: string, name: string, more: object = {}) => ({
    unit_id: unitId,
    site_id: 'main',
    name,
    level: '3' as const,
    area_id: '330106',
    created_at,
    ...more,
  });
  await insertUnits(api.db, [
    row('U1', '省人民医院'),
    row('U2', '省人民医院东院区', { parent_id: 'U1', area_id: '330110' }),
    row('U3', '省妇幼保健院'),
    row('U4', '已撤并的门诊部', { status: 'closed' }),
    row('U5', '100%健康_诊所', { level: 'V' }),
    row('H1', '清渚市第一人民医院', { site_id: 'hospital' }),
  ]);
  admin = await signedInPerson(api, 1);
  other = await signedInPerson(api, 2);
  foreign = await signedInPerson(api, 3, { site_id: 'hospital' });
  const given = { given_by: 'staff', given_at: created_at };
  await addUnitAdmin(api.db, { unit_id: 'U1', user_id: admin.user_id, ...given });
  await addUnitAdmin(api.db, { unit_id: 'U3', user_id: other.user_id, ...given });
});
beforeEach(async () => {
  api.clock.pass(60_000);
  learner = await signedInPerson(api, (n += 1));
});

const join = (unitId: string, who = learner) => api.send(joinUnit, { unit_id: unitId }, who);
const waiting = async (who = learner) => {
  const [row] = await api.db
    .select()
    .from(unitApplication)
    .where(and(eq(unitApplication.user_id, who.user_id), eq(unitApplication.status, 'waiting')));
  return row?.application_id ?? '';
};
const audit = (applicationId: string, decision: 'approve' | 'refuse', reason = '', who = admin) =>
  api.send(unitAudit, { application_id: applicationId, decision, reason }, who);
const findUserRow = async (who = learner) =>
  (await api.db.select().from(user).where(eq(user.user_id, who.user_id)))[0];

describe('choosing a unit', () => {
  const names = async (areaId: string, keyword = '') =>
    (await api.send(unitSearch, { area_id: areaId, keyword })).list.map(({ name }) => name);

  test('finds open units of the area and below by all words of the name', async () => {
    expect(await names('330106')).toEqual(['100%健康_诊所', '省人民医院', '省妇幼保健院']);
    expect(await names('330100', '人民 医院')).toEqual(['省人民医院', '省人民医院东院区']);
    expect(await names('330000', '东院')).toEqual(['省人民医院东院区']);
    expect(await names('330102')).toEqual([]);
  });

  test.each([
    ['%', ['100%健康_诊所']],
    ['_', ['100%健康_诊所']],
    ['\\', []],
  ])('matches %s literally', async (keyword, found) =>
    expect(await names('330106', keyword)).toEqual(found),
  );

  test('shows units as a tree, higher levels first, and none of another site', async () => {
    const { list, more } = await api.send(unitTree, { area_id: '330100' });
    expect(list.map(({ unit_id, parent_id }) => [unit_id, parent_id])).toEqual([
      ['U1', ''],
      ['U2', 'U1'],
      ['U3', ''],
      ['U5', ''],
    ]);
    expect(list[1]).toMatchObject({ parent_name: '省人民医院', level_name: '三级' });
    expect(more).toBe('N');
  });
});

describe('joining', () => {
  test('waits for the unit, is effective on approval, and notifies the learner', async () => {
    expect((await api.send(myUnit, {}, learner)).unit_status).toBe('none');
    expect(await join('U2')).toMatchObject({
      unit_status: 'waiting',
      unit: null,
      application: { status: 'waiting', unit: { unit_id: 'U2' } },
    });
    expect(await findUserRow()).toMatchObject({ unit_id: null, unit_status: 'waiting' });
    const id = await waiting();
    api.clock.pass(1000);
    expect(await audit(id, 'approve')).toEqual({ status: 'approved' });
    expect(await api.send(myUnit, {}, learner)).toMatchObject({
      unit_status: 'joined',
      unit_name: '省人民医院东院区',
      unit: { unit_id: 'U2' },
    });
    expect((await api.send(userInfo, {}, learner)).unit_id).toBe('U2');
    expect((await api.send(topNoticeCount, {}, learner)).unread_count).toBe(1);
    expect((await readStateTimes(api.db, 'unit_application', id)).map(({ to }) => to)).toEqual([
      'waiting',
      'approved',
    ]);
    expect(
      (await readStateTimes(api.db, 'user_unit', learner.user_id)).map(({ to }) => to),
    ).toEqual(['waiting', 'joined']);
  });

  test('is rejected with a reason of at least five characters, and can be requested again', async () => {
    await join('U1');
    const id = await waiting();
    api.clock.pass(1000);
    await expect(audit(id, 'refuse', '不行')).rejects.toThrow('请填写退回原因（至少5个字）');
    await audit(id, 'refuse', '花名册中没有您的姓名');
    expect(await api.send(myUnit, {}, learner)).toMatchObject({
      unit_status: 'refused',
      unit: null,
      application: { status: 'refused', reason: '花名册中没有您的姓名' },
    });
    expect((await join('U1')).unit_status).toBe('waiting');
  });

  test('another unit is a change: the old unit stays until the new one has approved', async () => {
    await join('U1');
    await audit(await waiting(), 'approve');
    expect(await join('U3')).toMatchObject({ unit_status: 'leaving', unit: { unit_id: 'U1' } });
    await audit(await waiting(), 'refuse', '编制已满，请与原单位联系', other);
    expect(await api.send(myUnit, {}, learner)).toMatchObject({
      unit_status: 'joined',
      unit: { unit_id: 'U1' },
    });
    await join('U3');
    await audit(await waiting(), 'approve', '', other);
    expect(await findUserRow()).toMatchObject({ unit_id: 'U3', unit_name: '省妇幼保健院' });
  });

  test('the same unit again changes nothing, another one waits for the first', async () => {
    await join('U1');
    const id = await waiting();
    api.clock.pass(1000);
    await join('U1');
    expect(await waiting()).toBe(id);
    await expect(join('U3')).rejects.toMatchObject({ code: 'unit_waiting' });
  });

  test.each([
    ['a closed one', 'U4'],
    ['one of another site', 'H1'],
    ['none that there is', 'U9'],
  ])('%s is refused', async (_, unitId) => {
    await expect(join(unitId)).rejects.toThrow('没有找到该单位，请重新选择');
    expect(await waiting()).toBe('');
  });

  test('can be withdrawn, also a change, and membership can be left', async () => {
    await join('U1');
    expect(await api.send(cancelUnit, {}, learner)).toMatchObject({
      unit_status: 'none',
      application: { status: 'cancelled' },
    });
    expect((await api.send(cancelUnit, {}, learner)).unit_status).toBe('none');
    await join('U1');
    await audit(await waiting(), 'approve');
    await join('U3');
    expect((await api.send(cancelUnit, {}, learner)).unit_status).toBe('joined');
    expect(await api.send(leaveUnit, { unit_name: '自由执业' }, learner)).toMatchObject({
      unit_status: 'none',
      unit: null,
      unit_name: '自由执业',
    });
    expect(await findUserRow()).toMatchObject({ unit_id: null });
  });
});

describe('deciding', () => {
  test('is allowed to administrators of the unit or one above it', async () => {
    await join('U3');
    const id = await waiting();
    api.clock.pass(1000);
    await expect(audit(id, 'approve', '', learner)).rejects.toMatchObject({ statusCode: 403 });
    await expect(audit(id, 'approve', '', admin!)).rejects.toMatchObject({ statusCode: 404 });
    await expect(
      api.send(
        unitAudit,
        { application_id: id, decision: 'approve' },
        { token: foreign!.token, host: 'hospital.localhost' },
      ),
    ).rejects.toMatchObject({ statusCode: 403 });
    await expect(api.send(unitApplications, {}, learner)).rejects.toMatchObject({
      statusCode: 403,
    });
    const seen = await api.send(unitApplications, { page_size: 100 }, other);
    expect(seen.list.map(({ application_id }) => application_id)).toContain(id);
    expect(seen.list.at(-1)).toMatchObject({ id_no: expect.stringContaining('********') });
    const { list } = await api.send(unitApplications, { page_size: 100 }, admin);
    expect(list.map(({ application_id }) => application_id)).not.toContain(id);
  });

  test('one’s own application is left to another administrator', async () => {
    await join('U2', admin);
    await expect(audit(await waiting(admin), 'approve')).rejects.toThrow('不能审核自己的申请');
    await api.send(cancelUnit, {}, admin);
  });

  test('twice the same way changes nothing; the opposite is refused', async () => {
    await join('U1');
    const id = await waiting();
    api.clock.pass(1000);
    await audit(id, 'approve');
    expect(await audit(id, 'approve')).toEqual({ status: 'approved' });
    await expect(audit(id, 'refuse', '花名册中没有您')).rejects.toMatchObject({
      code: 'unit_decided',
    });
    expect(await readStateTimes(api.db, 'unit_application', id)).toHaveLength(2);
  });

  test('and withdrawing concurrently have one outcome', async () => {
    await join('U1');
    const id = await waiting();
    api.clock.pass(1000);
    await Promise.allSettled([
      audit(id, 'approve'),
      api.send(cancelUnit, {}, learner),
      audit(id, 'refuse', '花名册中没有您'),
      join('U1'),
      join('U3'),
    ]);
    const states = (await readStateTimes(api.db, 'unit_application', id)).map(({ to }) => to);
    expect(states).toHaveLength(2);
    const row = await findUserRow();
    if (states[1] === 'approved') expect(['joined', 'leaving']).toContain(row?.unit_status);
    else expect(row?.unit_id).toBeNull();
  });
});

describe('at registration', () => {
  const registered = async (host: string, unitId: string) => {
    n += 1;
    const to = mobile(n);
    const as = { host };
    const { message } = await api.sendForMessage(
      registPerson,
      {
        mobile: to,
        sms_code: await smsCode(api, 'regist', to, as),
        password: 'Learner2026',
        real_name: '李新人',
        id_no: idNumber(n),
        area_id: '330106',
        unit_name: '随便写的名称',
        unit_id: unitId,
        series_code: '04',
        level: 'A',
        post_type: 'E',
        agree: 'Y',
      },
      as,
    );
    return { token: message, host };
  };
  const register = async (host: string, unitId: string) =>
    api.send(myUnit, {}, await registered(host, unitId));

  test('a unit is joined at once, by its own name, where the site requires no approval', async () => {
    expect(await register('cme.localhost', 'U1')).toMatchObject({
      unit_status: 'joined',
      unit_name: '省人民医院',
    });
  });

  test('a unit that nobody has asked vouches for nothing, until it decides', async () => {
    const who = await registered('cme.localhost', 'U1');
    const openTo = (applyScope: Scope) => newClass(api, { apply_scope: applyScope });
    const classes = [await openTo({ units: ['U1'] }), await openTo({ areas: ['330000'] })];
    const fetchDetail = (classId: string) =>
      api.send(trainingclassDetail, { class_id: classId }, who);
    const apply = (classId: string) =>
      api.send(trainingclassApply, { class_id: classId, agree_version: '2026-01' }, who);
    const areaFact = async () =>
      (await api.send(myFacts, {}, who)).current.find(({ kind }) => kind === 'area_id');

    expect(await api.send(myUnit, {}, who)).toMatchObject({
      unit_status: 'joined',
      is_verified: 'N',
    });
    expect(await areaFact()).toMatchObject({ fact_status_name: '已填报' });
    const [ofUnit, ofArea] = classes.map(({ class_id }) => class_id) as [string, string];
    expect(await fetchDetail(ofUnit)).toMatchObject({
      action: 'incomplete',
      action_name: '您的“工作单位”尚未核实，请先由单位核实',
      missing_field: 'unit_id',
    });
    expect(await fetchDetail(ofArea)).toMatchObject({ action: 'apply', unproven: ['所在地区'] });
    await expect(apply(ofUnit)).rejects.toMatchObject({
      code: 'fact_unverified',
      message: expect.stringContaining('您填报的“工作单位”尚未核实'),
    });
    await expect(apply(ofArea)).rejects.toMatchObject({ code: 'fact_unverified' });

    api.clock.pass(1000);
    const asked = await api.send(joinUnit, { unit_id: 'U1' }, who);
    expect(asked).toMatchObject({ unit_status: 'waiting', application: { status: 'waiting' } });
    expect(await api.send(joinUnit, { unit_id: 'U1' }, who)).toEqual(asked);
    const { application_id } = asked.application!;
    await api.send(unitAudit, { application_id, decision: 'approve' }, admin);
    expect(await api.send(myUnit, {}, who)).toMatchObject({
      unit_status: 'joined',
      is_verified: 'Y',
    });
    expect(await areaFact()).toMatchObject({ fact_status_name: '已核实' });
    for (const class_id of [ofUnit, ofArea]) {
      expect(await fetchDetail(class_id)).toMatchObject({ action: 'apply' });
      expect((await fetchDetail(class_id)).unproven).toBeUndefined();
    }
    expect(await apply(ofUnit)).toMatchObject({ member_status: 'admitted' });
  });

  test('a unit that refuses somebody who has only named it is rid of them', async () => {
    const who = await registered('cme.localhost', 'U1');
    api.clock.pass(1000);
    const { application } = await api.send(joinUnit, { unit_id: 'U1' }, who);
    const { application_id } = application!;
    const reason = '花名册中没有您的姓名';
    await api.send(unitAudit, { application_id, decision: 'refuse', reason }, admin);
    expect(await api.send(myUnit, {}, who)).toMatchObject({ unit_status: 'refused', unit: null });
  });

  test('the account is active and waits where the site requires approval', async () => {
    await api.db.update(site).set({ unit_review: 'Y' }).where(eq(site.site_id, 'hospital'));
    api.clock.pass(5000);
    expect(await register('hospital.localhost', 'H1')).toMatchObject({
      unit_status: 'waiting',
      unit_name: '清渚市第一人民医院',
      unit: null,
    });
  });

  test('a unit of another site is refused', async () => {
    await expect(register('cme.localhost', 'H1')).rejects.toThrow('没有找到该单位，请重新选择');
  });
});
