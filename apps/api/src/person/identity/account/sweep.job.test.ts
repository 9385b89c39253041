import { login, userInfo } from '@cme/contract/person';
import { count } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import { mobile, password, signedInPerson, smsCode } from '../../../../test/people.ts';
import { captchaUsed } from '../../../platform/http/limits/limits.tables.ts';
import {
  limitHit,
  limitKey,
  loginLog,
  smsCode as smsCodes,
  user,
  userSession,
  userSessionToken,
} from '../identity.tables.ts';
import { sweepIdentity } from './sweep.job.ts';

const api = await startApiForFile();

const day = 86_400_000;
const kept = async () => {
  const sizes: Record<string, number> = {};
  for (const [name, table] of Object.entries({
    captchaUsed,
    limitHit,
    limitKey,
    loginLog,
    smsCodes,
    user,
    userSession,
    userSessionToken,
  })) {
    sizes[name] = (await api.db.select({ n: count() }).from(table))[0]?.n ?? 0;
  }
  return sizes;
};

test('expired rows are removed in time, others stay', async () => {
  const { token } = await signedInPerson(api, 1);
  await smsCode(api, 'login', mobile(1));
  await api.send(login, { login_kind: 'password', account: mobile(1), password });
  const before = await kept();
  await sweepIdentity(api.context);
  expect(await kept()).toEqual(before);
  await api.send(userInfo, {}, { token });
  api.clock.pass(3 * day);
  await sweepIdentity(api.context);
  expect(await kept()).toEqual({
    captchaUsed: 0,
    limitHit: 0,
    limitKey: 0,
    loginLog: 1,
    smsCodes: 0,
    user: 1,
    userSession: 2,
    userSessionToken: 0,
  });
  api.clock.pass(190 * day);
  await sweepIdentity(api.context);
  expect(await kept()).toMatchObject({ loginLog: 0, user: 1, userSession: 0 });
});
