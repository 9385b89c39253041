import {
  certificateApply,
  certificateDetail,
  certificateList,
  certificateVerify,
  creditsList,
} from '@cme/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { newCourse, newLearner } from '../../../test/learner.ts';
import { studied } from '../../../test/study.ts';
import { NotPossible } from '../../not-possible.ts';
import { sha256Of } from './canonical.ts';
import { findCertificate } from './certificate.store.ts';
import { revokeCertificate } from './revoke.ts';
import { approveCertificate, rejectCertificate, replaceCertificate } from './staff.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());
beforeEach(() => house.clock.pass(61_000));

const officer = { actor_type: 'staff' as const, actor_id: 'officer' };
const rename = (user_id: string, name: string) =>
  house.db.execute(sql`update "user" set real_name = ${name} where user_id = ${user_id}`);

async function withCertificate(name = '李明') {
  const learner = await newLearner(house);
  await rename(learner.user_id, name);
  const learning_id = await studied(house, learner, await newCourse(house));
  const { cert_no } = await house.send(certificateApply, { learning_id }, learner);
  return { learner, learning_id, cert_no };
}
const detail = (cert_no: string, learner: { token: string; host: string }) =>
  house.send(certificateDetail, { cert_no }, learner);

it('replaces one by another with the name as it is now, each naming the other', async () => {
  const { learner, learning_id, cert_no } = await withCertificate();
  await rename(learner.user_id, '李明明');
  house.clock.pass(1000);
  const made = await house.db.transaction((tx) =>
    replaceCertificate(tx, cert_no, '姓名更正', house.clock.now(), officer),
  );
  expect(made.cert_no).not.toBe(cert_no);
  expect(await detail(cert_no, learner)).toMatchObject({
    cert_status: 'replaced',
    cert_status_name: '已换发',
    reason: '姓名更正',
    replaced_by: made.cert_no,
    text: { real_name: '李明' },
    history: [{ status: 'issued' }, { status: 'replaced', reason: '姓名更正' }],
  });
  expect(await detail(made.cert_no, learner)).toMatchObject({
    cert_status: 'issued',
    replaces: cert_no,
    text: { real_name: '李明明' },
  });
  expect(await house.send(certificateApply, { learning_id }, learner)).toMatchObject({
    cert_no: made.cert_no,
  });
  expect((await house.send(creditsList, {}, learner)).list).toMatchObject([
    { cert_no: made.cert_no },
  ]);
  const token = new URL((await detail(cert_no, learner)).verify_url).searchParams.get('token')!;
  expect(await house.send(certificateVerify, { token })).toMatchObject({
    certificate: { cert_status: 'replaced', replaced_by: made.cert_no },
  });
  await expect(
    house.db.transaction((tx) =>
      replaceCertificate(tx, cert_no, '再换', house.clock.now(), officer),
    ),
  ).rejects.toThrow(new NotPossible(`证书${cert_no}当前为“已换发”，不是“已发放”`));
});

it('revokes once, and what is revoked is said so to whoever verifies it', async () => {
  const { learner, cert_no } = await withCertificate();
  const revoke = () =>
    house.db.transaction((tx) =>
      revokeCertificate(tx, cert_no, '登记有误', house.clock.now(), officer),
    );
  expect([await revoke(), await revoke()]).toEqual([true, false]);
  const { verify_url } = await detail(cert_no, learner);
  expect(
    await house.send(certificateVerify, { token: new URL(verify_url).searchParams.get('token')! }),
  ).toMatchObject({
    certificate: { cert_status: 'revoked', cert_status_name: '已撤销', reason: '登记有误' },
  });
});

it('approves what waits, frozen as it is then, but not with a character that cannot be printed', async () => {
  const { learner, cert_no } = await withCertificate('李𠮷');
  const approve = () =>
    house.db.transaction((tx) => approveCertificate(tx, cert_no, house.clock.now(), officer));
  await expect(approve()).rejects.toThrow(new NotPossible('字体缺少“𠮷”，不能制证'));
  await rename(learner.user_id, '李吉');
  house.clock.pass(1000);
  await approve();
  const row = await findCertificate(house.db, cert_no);
  expect(row).toMatchObject({
    cert_status: 'issued',
    reason: '',
    sha256: sha256Of(row!.snapshot).toString('hex'),
  });
  expect(await detail(cert_no, learner)).toMatchObject({
    text: { real_name: '李吉' },
    history: [{ status: 'pending' }, { status: 'issued' }],
  });
});

it('rejects what waits, which nobody can verify then', async () => {
  const { learner, cert_no } = await withCertificate('李𠮷');
  await house.db.transaction((tx) =>
    rejectCertificate(tx, cert_no, '请到窗口办理', house.clock.now(), officer),
  );
  expect((await house.send(certificateList, {}, learner)).list).toMatchObject([
    { cert_status: 'rejected', cert_status_name: '未通过', reason: '请到窗口办理' },
  ]);
  const { verify_url } = await detail(cert_no, learner);
  await expect(
    house.send(certificateVerify, { token: new URL(verify_url).searchParams.get('token')! }),
  ).rejects.toMatchObject({ code: 'cert_not_found' });
  await expect(
    house.db.transaction((tx) => approveCertificate(tx, cert_no, house.clock.now(), officer)),
  ).rejects.toThrow(NotPossible);
});

it('takes rare characters that the fonts have', async () => {
  const { learner, cert_no } = await withCertificate('㛃䶮禤');
  expect(await detail(cert_no, learner)).toMatchObject({
    cert_status: 'issued',
    text: { real_name: '㛃䶮禤' },
  });
});
