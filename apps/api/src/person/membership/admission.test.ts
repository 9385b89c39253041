import { CallError } from '@cme/commons/api-client';
import { siteConfig } from '@cme/contract/site';
import {
  cancelUnit,
  fileStart,
  joinUnit,
  login,
  logout,
  messageList,
  myUnit,
  registPerson,
  unitApplications,
  unitAudit,
  userInfo,
  userUpdate,
} from '@cme/contract/person';
import { contentList, homeIndex } from '@cme/contract/content';
import { learnList } from '@cme/contract/study';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { idNumber, mobile, password, signedInPerson, smsCode } from '../../../test/people.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { message } from '../message/message.tables.ts';
import { readStates } from '../../platform/state-log/state-log.store.ts';
import { site } from '../../platform/sites/site.tables.ts';
import { addUnitAdmin, insertUnits } from '../unit/unit.store.ts';

const host = 'hospital.localhost';
const api = await startApiForFile();
let n = 4000;
let admin: { token: string; host: string; user_id: string };
beforeAll(async () => {
  await insertUnits(
    api.db,
    ['H1', 'H2'].map((unitId) => ({
      unit_id: unitId,
      site_id: 'hospital',
      name: `第一人民医院${unitId}`,
      level: '3' as const,
      area_id: '330106',
      created_at: api.clock.now(),
    })),
  );
  const person = await signedInPerson(api, 3999, { site_id: 'hospital', unit_id: 'H1' });
  admin = { ...person, host };
  for (const unit_id of ['H1', 'H2'])
    await addUnitAdmin(api.db, {
      unit_id,
      user_id: person.user_id,
      given_by: '',
      given_at: api.clock.now(),
    });
});

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => ['accepted'],
    (error: unknown) =>
      error instanceof CallError ? [error.code, error.message] : [String(error)],
  );

/** Somebody from the street who registers on the closed site. */
async function registered(unitId: string | undefined = 'H1') {
  n += 1;
  const as = { host };
  const body = {
    mobile: mobile(n),
    sms_code: await smsCode(api, 'regist', mobile(n), as),
    password,
    real_name: '李新人',
    id_no: idNumber(n),
    area_id: '330106',
    unit_name: '第一人民医院',
    series_code: '04',
    level: 'A' as const,
    post_type: 'E' as const,
    agree: 'Y' as const,
    ...(unitId ? { unit_id: unitId } : {}),
  };
  const { message: token } = await api.sendForMessage(registPerson, body, as);
  const { user_id } = await api.send(userInfo, {}, { token, host });
  return { token, host, user_id, account: body.mobile };
}
const waiting = async (who: { token: string; host: string }) =>
  (await api.send(myUnit, {}, who)).application?.application_id ?? '';
const decide = (applicationId: string, decision: 'approve' | 'refuse', reason = '') => {
  api.clock.pass(1000);
  return api.send(unitAudit, { application_id: applicationId, decision, reason }, admin);
};

describe('a site that is closed to outsiders', () => {
  test('lets people register only with approval, even if its row says otherwise', async () => {
    expect(await api.send(siteConfig, {}, { host })).toMatchObject({
      regist_open: 'Y',
      registration: 'approval',
    });
    await api.db.update(site).set({ registration: 'closed' }).where(eq(site.site_id, 'hospital'));
    await expect(registered()).rejects.toThrow('本站未开放注册，请联系本单位管理员');
    await api.db.update(site).set({ registration: 'open' }).where(eq(site.site_id, 'hospital'));
    expect(await api.send(siteConfig, {})).toMatchObject({ registration: 'open' });
  });

  test('asks for a unit of its directory, which will decide', async () => {
    await expect(registered('')).rejects.toThrow('请从列表中选择您的单位');
  });

  test('shows a stranger where the registration stands, and nothing else', async () => {
    const who = await registered();
    expect(await api.send(userInfo, {}, who)).toMatchObject({ admission: 'waiting' });
    expect(await api.send(myUnit, {}, who)).toMatchObject({
      unit_status: 'waiting',
      application: { status: 'waiting', unit: { name: '第一人民医院H1' } },
    });
    for (const work of [
      () => api.send(homeIndex, {}, who),
      () => api.send(contentList, {}, who),
      () => api.send(learnList, {}, who),
      () => api.send(messageList, {}, who),
      () => api.send(userUpdate, { level: 'B' }, who),
    ])
      expect(await refusal(work())).toEqual([
        'not_admitted',
        '您的注册申请正在等待单位审核，通过后才能使用本站',
      ]);
  });

  test('refuses every call of its content to a stranger, whatever is sent', async () => {
    const who = await registered();
    const open = new Set(
      [userInfo, myUnit, joinUnit, cancelUnit].map(({ path }) => path as string),
    );
    const answered: string[] = [];
    for (const { call } of api.app.calls) {
      if (call.access === 'public' || open.has(call.path) || call.path.endsWith('session/watch'))
        continue;
      const [code] = await refusal(api.send(call, {} as never, who));
      if (code !== 'not_admitted') answered.push(`${call.path}: ${code}`);
    }
    expect(answered).toEqual([]);
    expect(await refusal(api.send(fileStart, {} as never, who))).toContain('not_admitted');
  });

  test('signs a stranger out and in again, still waiting', async () => {
    const who = await registered();
    await api.send(logout, {}, who);
    const again = await api.sendForMessage(
      login,
      { login_kind: 'password', account: who.account, password },
      { host },
    );
    const token = again.message;
    expect(again.data).toMatchObject({ admission: 'waiting' });
    expect(await refusal(api.send(learnList, {}, { token, host }))).toContain('not_admitted');
  });

  test('opens when the unit approves, and tells the person', async () => {
    const who = await registered();
    await decide(await waiting(who), 'approve');
    expect(await api.send(userInfo, {}, who)).toMatchObject({ admission: 'admitted' });
    expect((await api.send(learnList, {}, who)).list).toEqual([]);
    const told = await api.db.select().from(message).where(eq(message.user_id, who.user_id));
    expect(told.map(({ title }) => title)).toEqual(['您的注册申请已通过']);
    const states = await readStates(api.db, 'user_admission', who.user_id);
    expect(states.map(({ to, actor_id }) => [to, actor_id])).toEqual([['admitted', admin.user_id]]);
  });

  test('shows a refused person the reason; asking again does not hide it from the unit', async () => {
    const who = await registered();
    await decide(await waiting(who), 'refuse', '花名册中没有您的姓名');
    expect(await api.send(myUnit, {}, who)).toMatchObject({
      application: { status: 'refused', reason: '花名册中没有您的姓名' },
    });
    expect(await refusal(api.send(learnList, {}, who))).toEqual([
      'not_admitted',
      '您的注册申请未通过单位审核，不能使用本站',
    ]);
    api.clock.pass(1000);
    await api.send(joinUnit, { unit_id: 'H2' }, who);
    expect(await refusal(api.send(learnList, {}, who))).toContain('not_admitted');
    const { list } = await api.send(unitApplications, { page_size: 100 }, admin);
    expect(list.find(({ user_id }) => user_id === who.user_id)).toMatchObject({
      is_registration: 'Y',
      refused_before: [{ unit_name: '第一人民医院H1', reason: '花名册中没有您的姓名' }],
    });
  });

  test('stays closed to a person who withdraws, until a unit approves', async () => {
    const who = await registered();
    expect(await api.send(cancelUnit, {}, who)).toMatchObject({ unit_status: 'none' });
    expect(await refusal(api.send(learnList, {}, who))).toEqual([
      'not_admitted',
      '您已撤回注册申请，不能使用本站',
    ]);
    api.clock.pass(1000);
    await api.send(joinUnit, { unit_id: 'H1' }, who);
    await decide(await waiting(who), 'approve');
    expect(await refusal(api.send(learnList, {}, who))).toEqual(['accepted']);
  });

  test('keeps its members, who change units as before', async () => {
    const member = { ...(await signedInPerson(api, 3998, { site_id: 'hospital' })), host };
    await api.send(joinUnit, { unit_id: 'H1' }, member);
    await decide(await waiting(member), 'refuse', '花名册中没有您的姓名');
    expect(await refusal(api.send(learnList, {}, member))).toEqual(['accepted']);
  });
});
