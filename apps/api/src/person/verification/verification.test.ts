import { CallError } from '@cme/commons/api-client';
import {
  correctIdentity,
  identityState,
  messageList,
  userInfo,
  verifyIdentity,
  withdrawIdentity,
} from '@cme/contract/person';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { newProof } from '../../../test/declare.ts';
import { idNumber, signedInPerson, type TestPerson } from '../../../test/people.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { approval } from '../../commands/decisions/approval.ts';
import type { Account } from '../../commands/staff/account.ts';
import { identity } from '../../commands/person/identity.ts';
import { file } from '../file/file.tables.ts';
import { user } from '../identity/identity.tables.ts';
import { identityRequest } from './verification.tables.ts';

const api = await startApiForFile();
let n = 700;
let person: TestPerson;
let officer: Account;
let second: Account;

const newPerson = () => signedInPerson(api, (n += 1));
const ownNumber = () => idNumber(n);
const newOfficer = async (): Promise<Account> => {
  const { user_id } = await newPerson();
  return { user_id, name: '办证员', roles: ['certificate_officer'] };
};
const picture = (person: { user_id: string }) => newProof(api, person, 'main', 'id_card');
const readOutcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: unknown) => {
      if (error instanceof CallError) return `${error.code} ${error.field ?? ''}`.trim();
      throw error;
    },
  );
const run = (name: string, account: Account, ...args: string[]) => {
  const command = identity[name]!;
  return (command as { run: (c: unknown, a: string[], w: Account) => Promise<string> }).run(
    api.context,
    args,
    account,
  );
};
const confirm = (line: string, account: Account) =>
  (approval['confirm'] as unknown as { run: typeof runConfirm }).run(
    api.context,
    [/confirm (\w+)/.exec(line)?.[1] ?? ''],
    account,
  );
const runConfirm = (_context: unknown, _args: string[], _who: Account) => Promise.resolve('');
const readLastRequest = async (person: { user_id: string }) =>
  (
    await api.db.select().from(identityRequest).where(eq(identityRequest.user_id, person.user_id))
  ).at(-1)!;

beforeAll(async () => {
  [officer, second] = [await newOfficer(), await newOfficer()];
});

const sendRequest = async (who: TestPerson, idNo = ownNumber()) =>
  api.send(verifyIdentity, { id_no: idNo, file_ids: [await picture(who)] }, who);

describe('a name verification', () => {
  test('is requested with the full number and a photo, decided by the centre, and the photo is deleted', async () => {
    person = await newPerson();
    expect(await api.send(identityState, {}, person)).toMatchObject({
      verify_status: 'unverified',
      can_verify: 'Y',
    });
    expect(await readOutcome(sendRequest(person, idNumber(1)))).toBe('bad_request id_no');
    expect(
      await readOutcome(api.send(verifyIdentity, { id_no: ownNumber(), file_ids: [] }, person)),
    ).toContain('file_ids');
    const file_id = await picture(person);
    const asked = await api.send(
      verifyIdentity,
      { id_no: ownNumber(), file_ids: [file_id] },
      person,
    );
    expect(asked).toMatchObject({ verify_status: 'checking', can_verify: 'N', can_correct: 'N' });
    expect(JSON.stringify(asked)).not.toContain(ownNumber());
    expect(await readOutcome(sendRequest(person))).toBe('identity_state');
    const { request_id } = await readLastRequest(person);
    expect(await run('waiting', officer)).toContain(request_id);
    expect(await run('show', officer, request_id)).toMatch(/ID {2}\d{17}[\dX][\s\S]*\/qm\/file\//);
    expect(await run('approve', officer, request_id)).toBe('已通过');
    expect(await api.send(userInfo, {}, person)).toMatchObject({ verify_status: 'verified' });
    expect((await api.send(messageList, {}, person)).list[0]?.title).toBe('实名认证已通过');
    const [shown] = await api.db.select().from(file).where(eq(file.file_id, file_id));
    expect(shown?.file_status).toBe('deleted');
    await expect(run('approve', second, request_id)).rejects.toThrow('已处理');
    expect(await readOutcome(sendRequest(person))).toBe('identity_state');
  });

  test('that is rejected gives the reason and can be requested again; withdrawing does not take the rejection back', async () => {
    person = await newPerson();
    await sendRequest(person);
    const { request_id } = await readLastRequest(person);
    await expect(run('reject', officer, request_id, '糊')).rejects.toThrow('至少5个字');
    await run('reject', officer, request_id, '照片模糊看不清号码');
    expect(await api.send(identityState, {}, person)).toMatchObject({
      verify_status: 'failed',
      can_verify: 'Y',
      request: { request_status: 'rejected', reply: '照片模糊看不清号码' },
    });
    api.clock.pass(1000);
    await sendRequest(person);
    const { request_id: again } = await readLastRequest(person);
    expect(await run('show', officer, again)).toContain('此前未通过');
    await api.send(withdrawIdentity, {}, person);
    const state = await api.send(withdrawIdentity, {}, person);
    expect(state).toMatchObject({ verify_status: 'failed', can_verify: 'Y' });
  });

  test('cannot be decided by the person themselves or by another site', async () => {
    person = await newPerson();
    await sendRequest(person);
    const { request_id } = await readLastRequest(person);
    const self: Account = { ...officer, user_id: person.user_id };
    await expect(run('approve', self, request_id)).rejects.toThrow('不能办理自己的业务');
    const far = await signedInPerson(api, (n += 1), { site_id: 'hospital' });
    await expect(run('approve', { ...officer, user_id: far.user_id }, request_id)).rejects.toThrow(
      '其他站点',
    );
  });
});

describe('a correction', () => {
  const correct = async (change: { real_name?: string; id_no?: string } = {}) =>
    api.send(
      correctIdentity,
      {
        real_name: '李改名',
        id_no: ownNumber(),
        reason: '派出所更改了姓名',
        file_ids: [await picture(person)],
        ...change,
      },
      person,
    );

  test('needs two members of staff, and changes the account but no earlier records', async () => {
    person = await newPerson();
    const before = await api.send(userInfo, {}, person);
    expect(await readOutcome(correct({ id_no: '110105194912310021' }))).toBe('bad_request id_no');
    await correct();
    expect(await api.send(userInfo, {}, person)).toMatchObject({ real_name: before.real_name });
    const { request_id } = await readLastRequest(person);
    const line = await run('approve', officer, request_id);
    expect(line).toContain('须由另一人确认');
    expect(line).not.toContain(ownNumber());
    await expect(confirm(line, officer)).rejects.toThrow('另一人');
    expect(await confirm(line, second)).toBe('已更正');
    expect(await api.send(userInfo, {}, person)).toMatchObject({
      real_name: '李改名',
      verify_status: 'verified',
    });
    expect((await api.send(messageList, {}, person)).list[0]?.title).toBe('实名信息已更正');
  });

  test('never assigns another person’s number', async () => {
    const other = idNumber(n);
    person = await newPerson();
    await correct({ id_no: other });
    const { request_id } = await readLastRequest(person);
    const line = await run('approve', officer, request_id);
    await expect(confirm(line, second)).rejects.toThrow('已属于本站其他账号');
    expect((await readLastRequest(person)).request_status).toBe('waiting');
  });

  test('without a change is refused, and requires the consent to the use of the number', async () => {
    person = await newPerson();
    const { real_name } = await api.send(userInfo, {}, person);
    expect(await readOutcome(correct({ real_name }))).toBe('bad_request');
    await api.db.execute(sql`insert into consent
      (consent_id, site_id, user_id, kind, version, given_at, withdrawn_at)
      values (${`c${n}`}, 'main', ${person.user_id}, 'identity', '1', now(), now())`);
    expect(await readOutcome(correct())).toBe('consent_needed');
  });
});

test('two concurrent requests create one', async () => {
  person = await newPerson();
  const files = [await picture(person), await picture(person)];
  const codes = await Promise.all(
    files.map((id) =>
      readOutcome(api.send(verifyIdentity, { id_no: ownNumber(), file_ids: [id] }, person)),
    ),
  );
  expect(codes.toSorted()).toEqual(['accepted', 'identity_state']);
  const [row] = await api.db.select().from(user).where(eq(user.user_id, person.user_id));
  expect(row?.verify_status).toBe('checking');
});
