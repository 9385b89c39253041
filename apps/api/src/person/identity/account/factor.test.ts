import {
  exportState,
  factorConfirm,
  factorEnrol,
  factorRemove,
  factorState,
  forgetpwdReset,
  forgetpwdVerify,
  login,
  loginFactor,
  sessionWatch,
  userInfo,
} from '@cme/contract/person';
import { isCallError } from '@cme/commons/api-client';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  mobile,
  password,
  signedInPerson,
  smsCode,
  type TestPerson,
} from '../../../../test/people.ts';
import { nextCode } from '../../../../test/staff.ts';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import { stateLog } from '../../../platform/state-log/state-log.tables.ts';
import { message } from '../../message/message.tables.ts';
import { deriveKeys } from '../secret.rules.ts';
import { findUser, setRoles } from '../user.store.ts';
import { insertFactor } from '../factor/factor.store.ts';

const api = await startApiForFile();
let person: TestPerson;
let n = 7000;
beforeEach(async () => {
  n += 1;
  api.clock.pass(24 * 3_600_000);
  await setPolicy('optional');
  person = await signedInPerson(api, n);
});

const setPolicy = (policy: 'off' | 'optional') =>
  api.db.execute(sql`update site set second_factor = ${policy}`);
const minutes = (count: number) => api.clock.pass(count * 60_000);
const gone = { statusCode: 401, code: 'need_login' };
const me = (token: string) => api.send(userInfo, {}, { token });
const byPassword = (secret = password) =>
  api.sendForMessage(login, { login_kind: 'password', account: mobile(n), password: secret });
const bySms = async () =>
  api.sendForMessage(login, {
    login_kind: 'sms',
    account: mobile(n),
    sms_code: await smsCode(api, 'login', mobile(n)),
  });

/** The ticket of a sign-in that needs its second step. */
async function readFactorTicket(first: Promise<unknown>): Promise<string> {
  const error: unknown = await first.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isCallError(error) || error.code !== 'factor_needed') throw error;
  return error.factor_ticket ?? '';
}
const second = (factorTicket: string, code: string) =>
  api.sendForMessage(loginFactor, { factor_ticket: factorTicket, code });

/** Gives the person a second factor, as the personal centre does. */
async function enrol() {
  const { token } = person;
  const { secret, uri } = await api.send(factorEnrol, { password }, { token });
  const code = nextCode(api, secret);
  const { recovery_codes } = await api.send(factorConfirm, { code }, { token });
  return { secret, uri, recovery_codes };
}

/** Makes the person a member of staff with a second factor. */
async function makeStaff(): Promise<string> {
  await setRoles(api.db, person.user_id, ['learner', 'finance']);
  const { user_id } = person;
  const now = api.clock.now();
  const keys = deriveKeys(api.context.settings);
  return (await insertFactor(api.db, keys, now, { user_id, confirmed_at: now })).secret;
}
const changes = async () =>
  (await api.db.select().from(stateLog).where(eq(stateLog.entity_id, person.user_id)))
    .filter(({ entity }) => entity === 'user_factor')
    .map(({ to }) => to);
const told = async () =>
  (await api.db.select().from(message).where(eq(message.user_id, person.user_id))).map(
    ({ title }) => title,
  );

describe('the sign-in of a staff account', () => {
  it.each([
    ['password', byPassword],
    ['SMS code', bySms],
  ])('by %s gives a session only after the code of its second factor', async (_, first) => {
    const secret = await makeStaff();
    const ticket = await readFactorTicket(first());
    await expect(second(ticket, '000000')).rejects.toMatchObject({
      code: 'factor_wrong',
      field: 'code',
    });
    const { data, message: token } = await second(ticket, nextCode(api, secret));
    expect(data.user.user_id).toBe(person.user_id);
    expect((await me(token)).user_id).toBe(person.user_id);
    await expect(second(ticket, nextCode(api, secret))).rejects.toMatchObject({
      code: 'factor_expired',
    });
  });

  it('accepts a code once, whoever has the ticket', async () => {
    const secret = await makeStaff();
    const tickets = [
      await readFactorTicket(byPassword()),
      await readFactorTicket(byPassword()),
    ] as const;
    const code = nextCode(api, secret);
    await second(tickets[0], code);
    await expect(second(tickets[1], code)).rejects.toMatchObject({ code: 'factor_used' });
  });

  it('is refused while there is no second factor, with a message that says so', async () => {
    await setRoles(api.db, person.user_id, ['learner', 'course_teacher']);
    await expect(byPassword()).rejects.toMatchObject({
      code: 'factor_enrol',
      message: expect.stringContaining('须先启用动态验证码'),
    });
  });

  it('checks five wrong codes in 15 minutes, and the ticket is of no use on another site', async () => {
    const secret = await makeStaff();
    const ticket = await readFactorTicket(byPassword());
    for (let index = 0; index < 5; index += 1)
      await expect(second(ticket, '000000')).rejects.toMatchObject({ code: 'factor_wrong' });
    await expect(second(ticket, nextCode(api, secret))).rejects.toMatchObject({
      code: 'factor_locked',
    });
    minutes(15);
    const next = await readFactorTicket(byPassword());
    await expect(
      api.send(
        loginFactor,
        { factor_ticket: next, code: nextCode(api, secret) },
        { host: 'hospital.localhost' },
      ),
    ).rejects.toMatchObject({ code: 'factor_expired' });
  });

  it('has five minutes for the second step, and none after the password was reset', async () => {
    const secret = await makeStaff();
    const late = await readFactorTicket(byPassword());
    minutes(5);
    await expect(second(late, nextCode(api, secret))).rejects.toMatchObject({
      code: 'factor_expired',
    });
    const ticket = await readFactorTicket(byPassword());
    const sms_code = await smsCode(api, 'forgetpwd', mobile(n));
    const { reset_token } = await api.send(forgetpwdVerify, { mobile: mobile(n), sms_code });
    await api.send(forgetpwdReset, { reset_token, password: 'Another2026' });
    await expect(second(ticket, nextCode(api, secret))).rejects.toMatchObject({
      code: 'factor_expired',
    });
  });
});

describe('the session of a staff account', () => {
  it('ends after 15 minutes without a call by the person, whatever its page repeats', async () => {
    const secret = await makeStaff();
    const { message: token } = await second(
      await readFactorTicket(byPassword()),
      nextCode(api, secret),
    );
    for (let index = 0; index < 3; index += 1) {
      minutes(14);
      await me(token);
    }
    for (let index = 0; index < 14; index += 1) {
      minutes(1);
      await api.send(exportState, {}, { token });
      await api.send(sessionWatch, {}, { token });
    }
    minutes(1);
    await expect(me(token)).rejects.toMatchObject(gone);
  });

  it('of a learner is extended as before', async () => {
    const { message: token } = await byPassword();
    for (let index = 0; index < 3; index += 1) {
      minutes(29);
      await api.send(exportState, {}, { token });
    }
    await expect(me(token)).resolves.toMatchObject({ user_id: person.user_id });
  });
});

describe('a learner', () => {
  it('turns it on where the site offers it, and then needs it to sign in', async () => {
    const other = (await byPassword()).message;
    expect(await api.send(factorState, {}, { token: person.token })).toMatchObject({
      offered: 'Y',
      enrolled: 'N',
      required: 'N',
    });
    const { secret, uri, recovery_codes } = await enrol();
    expect(uri).toContain(`secret=${secret}`);
    expect(recovery_codes).toHaveLength(10);
    await expect(me(other)).rejects.toMatchObject(gone);
    expect(await api.send(factorState, {}, { token: person.token })).toMatchObject({
      enrolled: 'Y',
      recovery_left: 10,
    });
    const ticket = await readFactorTicket(byPassword());
    await second(ticket, nextCode(api, secret));
    await second(await readFactorTicket(bySms()), recovery_codes[0]!);
    const again = await readFactorTicket(byPassword());
    await expect(second(again, recovery_codes[0]!)).rejects.toMatchObject({ code: 'factor_wrong' });
    expect(await changes()).toEqual(['pending', 'active', 'recovery_used']);
    expect((await told()).toSorted()).toEqual(
      ['正在启用两步验证', '两步验证已启用', '恢复码已使用'].toSorted(),
    );
  });

  it.each<[string, (factor: Awaited<ReturnType<typeof enrol>>) => string]>([
    ['of the app', ({ secret }) => nextCode(api, secret)],
    ['for recovery', ({ recovery_codes }) => recovery_codes[0]!],
  ])('signs in once with a code %s, even four times at once', async (_, createCode) => {
    const code = createCode(await enrol());
    const tickets: string[] = [];
    while (tickets.length < 4) tickets.push(await readFactorTicket(byPassword()));
    const answers = await Promise.allSettled(tickets.map((ticket) => second(ticket, code)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('needs the password to turn it on, and the current code to replace it or turn it off', async () => {
    const { token } = person;
    await expect(api.send(factorEnrol, { password: 'Wrong2026' }, { token })).rejects.toMatchObject(
      {
        field: 'password',
      },
    );
    const { secret } = await enrol();
    await expect(api.send(factorEnrol, { password }, { token })).rejects.toMatchObject({
      code: 'factor_wrong',
    });
    await expect(
      api.send(factorRemove, { password, code: '000000' }, { token }),
    ).rejects.toMatchObject({ code: 'factor_wrong' });
    const replaced = await api.send(
      factorEnrol,
      { password, code: nextCode(api, secret) },
      { token },
    );
    expect(replaced.secret).not.toBe(secret);
    await readFactorTicket(byPassword());
    await api.send(factorConfirm, { code: nextCode(api, replaced.secret) }, { token });
    await api.send(factorRemove, { password, code: nextCode(api, replaced.secret) }, { token });
    expect((await byPassword()).message).not.toBe('');
    expect((await changes()).at(-1)).toBe('removed');
  });

  it('cannot turn it on where the site does not offer it; one who has it keeps it', async () => {
    const { secret } = await enrol();
    await setPolicy('off');
    await second(await readFactorTicket(byPassword()), nextCode(api, secret));
    n += 1;
    const other = await signedInPerson(api, n);
    const as = { token: other.token };
    expect(await api.send(factorState, {}, as)).toMatchObject({ offered: 'N' });
    await expect(api.send(factorEnrol, { password }, as)).rejects.toMatchObject({
      code: 'not_allowed',
    });
  });

  it('who becomes staff cannot turn it off', async () => {
    const { secret } = await enrol();
    await setRoles(api.db, person.user_id, ['learner', 'finance']);
    await expect(
      api.send(factorRemove, { password, code: nextCode(api, secret) }, { token: person.token }),
    ).rejects.toMatchObject({ code: 'not_allowed' });
    expect(await findUser(api.db, person.user_id)).toBeDefined();
  });
});
