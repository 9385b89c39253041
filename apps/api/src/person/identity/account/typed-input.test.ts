import type { CallError } from '@cme/commons/api-client';
import type { DataOf } from '@cme/contract/base';
import { exchangeDetail, exchangeSave } from '@cme/contract/credits';
import { login, registCheck, registPerson, userInfo } from '@cme/contract/person';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  identityNumbers,
  latinNames,
  mobiles,
  names,
  numbers,
  passwords,
} from '@cme/contract/typed-examples';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import { insertTestKinds, newDraft } from '../../../../test/declare.ts';
import { type Learner, newLearner } from '../../../../test/learner.ts';
import { newRegistration, password, smsCode } from '../../../../test/people.ts';

const api = await startApiForFile();

// As pages of any version send it: not normalised.
describe('a value that is typed, and checked by the server,', () => {
  const fields = [
    ['mobile', 'ID', mobiles],
    ['id_no', 'ID', identityNumbers],
    ['real_name', 'ID', names],
    ['real_name', 'PP', latinNames],
  ] as const;
  test.each(fields)('%s of kind %s is read as it is meant', async (field, id_type, examples) => {
    for (const [value, read] of examples) {
      const answer = await api.send(registCheck, { field, id_type, value }).catch(() => undefined);
      expect([value, answer?.ok === 'Y']).toEqual([value, read !== undefined]);
    }
  });
});

test('who registers with spaces, full width and a country code signs in with any spelling', async () => {
  const code = await smsCode(api, 'regist', '13900006501');
  const typed = {
    ...newRegistration(6501, `${code.slice(0, 3)} ${code.slice(3)}`),
    mobile: '+86 139-0000-６５０１',
    real_name: '阿卜杜拉 • 买买提',
    id_no: '110105 19491231 002ｘ',
  };
  const { message } = await api.sendForMessage(registPerson, typed);
  expect(await api.send(userInfo, {}, { token: message })).toMatchObject({
    mobile: '139****6501',
    real_name: '阿卜杜拉•买买提',
    id_no: '110105********002X',
  });
  for (const account of ['13900006501', '１３９ ００００ ６５０１', '0086-139-0000-6501'])
    expect(
      (await api.send(login, { login_kind: 'password', account, password })).user.real_name,
    ).toBe('阿卜杜拉•买买提');
});

test('a password is neither changed nor cut: it is accepted or refused as it is', async () => {
  for (const [given, read] of passwords.filter(([text]) => text !== '')) {
    const body = newRegistration(6502, '000000', { password: given });
    const refusal = await api.send(registPerson, body).catch((error: unknown) => error);
    const { field, message } = refusal as { field?: string; message: string };
    const isRuled = field === 'password' && !message.startsWith('密码过于简单');
    expect([given, isRuled]).toEqual([given, read === undefined]);
  }
});

describe('a quantity of a declaration', () => {
  let learner: Learner;
  let saved: DataOf<typeof exchangeSave>;
  beforeAll(async () => {
    await insertTestKinds(api);
    learner = await newLearner(api);
    saved = await api.send(exchangeSave, { request_id: 'typed', draft: newDraft([]) }, learner);
  });

  test.each(numbers)('typed as %j is stored as %j', async (typed, read) => {
    const { declare_no, revision } = saved;
    const draft = { ...newDraft([]), quantity: typed };
    const body = { request_id: 'typed', declare_no, revision, draft };
    const answer = await api.send(exchangeSave, body, learner).catch((error: CallError) => error);
    if (read === undefined) return expect(answer).toMatchObject({ statusCode: 400 });
    saved = answer as typeof saved;
    const { draft: stored } = await api.send(exchangeDetail, { declare_no }, learner);
    expect(stored.quantity).toBe(read);
  });
});
