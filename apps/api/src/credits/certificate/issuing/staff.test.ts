import {
  certificateApply,
  certificateDetail,
  certificateList,
  certificateVerify,
  creditsList,
} from '@cme/contract/credits';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import { newCourse, newLearner } from '../../../../test/learner.ts';
import { studied } from '../../../../test/study.ts';
import { NotPossibleError } from '../../../platform/http/not-possible.ts';
import { hashSha256 } from '../canonical.ts';
import { findCertificate } from '../certificate.store.ts';
import { revokeCertificate } from './revoke.action.ts';
import { approveCertificate, rejectCertificate, replaceCertificate } from './staff.action.ts';

const api = await startApiForFile();
beforeEach(() => api.clock.pass(61_000));

const officer = { actor_type: 'staff' as const, actor_id: 'officer' };
const rename = (userId: string, name: string) =>
  api.db.execute(sql`update "user" set real_name = ${name} where user_id = ${userId}`);

async function withCertificate(name = '李明') {
  const learner = await newLearner(api);
  await rename(learner.user_id, name);
  const learning_id = await studied(api, learner, await newCourse(api));
  const { cert_no } = await api.send(certificateApply, { learning_id }, learner);
  return { learner, learning_id, cert_no };
}
const detail = (certNo: string, learner: { token: string; host: string }) =>
  api.send(certificateDetail, { cert_no: certNo }, learner);

it('replaces a certificate by one with the current name, with references to each other', async () => {
  const { learner, learning_id, cert_no } = await withCertificate();
  await rename(learner.user_id, '李明明');
  api.clock.pass(1000);
  const created = await api.db.transaction((tx) =>
    replaceCertificate(tx, cert_no, '姓名更正', api.clock.now(), officer),
  );
  expect(created.cert_no).not.toBe(cert_no);
  expect(await detail(cert_no, learner)).toMatchObject({
    cert_status: 'replaced',
    cert_status_name: '已换发',
    reason: '姓名更正',
    replaced_by: created.cert_no,
    text: { real_name: '李明' },
    history: [{ status: 'issued' }, { status: 'replaced', reason: '姓名更正' }],
  });
  expect(await detail(created.cert_no, learner)).toMatchObject({
    cert_status: 'issued',
    replaces: cert_no,
    text: { real_name: '李明明' },
  });
  expect(await api.send(certificateApply, { learning_id }, learner)).toMatchObject({
    cert_no: created.cert_no,
  });
  expect((await api.send(creditsList, {}, learner)).list).toMatchObject([
    { cert_no: created.cert_no },
  ]);
  const token = new URL((await detail(cert_no, learner)).verify_url).searchParams.get('token')!;
  expect(await api.send(certificateVerify, { token })).toMatchObject({
    certificate: { cert_status: 'replaced', replaced_by: created.cert_no },
  });
  await expect(
    api.db.transaction((tx) => replaceCertificate(tx, cert_no, '再换', api.clock.now(), officer)),
  ).rejects.toThrow(new NotPossibleError(`证书${cert_no}当前为“已换发”，不是“已发放”`));
});

it('revokes once, and verification reports it', async () => {
  const { learner, cert_no } = await withCertificate();
  const revoke = () =>
    api.db.transaction((tx) =>
      revokeCertificate(tx, cert_no, '登记有误', api.clock.now(), officer),
    );
  expect([await revoke(), await revoke()]).toEqual([true, false]);
  const { verify_url } = await detail(cert_no, learner);
  expect(
    await api.send(certificateVerify, { token: new URL(verify_url).searchParams.get('token')! }),
  ).toMatchObject({
    certificate: { cert_status: 'revoked', cert_status_name: '已撤销', reason: '登记有误' },
  });
});

it('approves a pending certificate with the facts of that moment, unless a character cannot be printed', async () => {
  const { learner, cert_no } = await withCertificate('李𠮷');
  const approve = () =>
    api.db.transaction((tx) => approveCertificate(tx, cert_no, api.clock.now(), officer));
  await expect(approve()).rejects.toThrow(/“𠮷”（U\+20BB7）.*提交更正.*certificate reject/);
  await rename(learner.user_id, '李吉');
  api.clock.pass(1000);
  await approve();
  const row = await findCertificate(api.db, cert_no);
  expect(row).toMatchObject({
    cert_status: 'issued',
    reason: '',
    sha256: hashSha256(row!.snapshot).toString('hex'),
  });
  expect(await detail(cert_no, learner)).toMatchObject({
    text: { real_name: '李吉' },
    history: [{ status: 'pending' }, { status: 'issued' }],
  });
});

it('rejects a pending certificate, which then cannot be verified', async () => {
  const { learner, cert_no } = await withCertificate('李𠮷');
  await api.db.transaction((tx) =>
    rejectCertificate(tx, cert_no, '请到窗口办理', api.clock.now(), officer),
  );
  expect((await api.send(certificateList, {}, learner)).list).toMatchObject([
    { cert_status: 'rejected', cert_status_name: '未通过', reason: '请到窗口办理' },
  ]);
  const { verify_url } = await detail(cert_no, learner);
  await expect(
    api.send(certificateVerify, { token: new URL(verify_url).searchParams.get('token')! }),
  ).rejects.toMatchObject({ code: 'cert_not_found' });
  await expect(
    api.db.transaction((tx) => approveCertificate(tx, cert_no, api.clock.now(), officer)),
  ).rejects.toThrow(NotPossibleError);
});

it('accepts rare characters that the fonts contain', async () => {
  const { learner, cert_no } = await withCertificate('㛃䶮禤');
  expect(await detail(cert_no, learner)).toMatchObject({
    cert_status: 'issued',
    text: { real_name: '㛃䶮禤' },
  });
});
