import { login, logout, registPerson, userInfo } from '@cme/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { idNumber, mobile, password, signedInPerson, smsCode } from '../../../test/people.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

test('a registered person is signed in, and again by password', async () => {
  const code = await smsCode(house, 'regist', mobile(1));
  const form = {
    mobile: mobile(1), sms_code: code, password, real_name: '李新人', id_no: idNumber(1), area_id: '110105', unit_name: '第一人民医院',
    series_code: '04', level: 'A', post_type: 'E', agree: 'Y',
  } as const;
  const { data, message: token } = await house.sendForMessage(registPerson, form);
  expect(data.user).toMatchObject({ real_name: '李新人', mobile: '139****0001', is_complete: 'Y', unread_count: 0 });
  expect(await house.send(userInfo, {}, { token })).toEqual(data.user);
  const again = await house.sendForMessage(login, { login_kind: 'password', account: mobile(1), password });
  expect(again.message).toMatch(/^[\w-]{43}$/);
  await house.send(logout, {}, { token });
  await expect(house.send(userInfo, {}, { token })).rejects.toMatchObject({ statusCode: 401, code: 'need_login' });
  expect(await house.send(userInfo, {}, { token: again.message })).toEqual(data.user);
});

test('a person made for the sample signs in by code', async () => {
  const { user_id } = await signedInPerson(house, 2);
  const code = await smsCode(house, 'login', mobile(2));
  const { data } = await house.sendForMessage(login, { login_kind: 'sms', account: mobile(2), sms_code: code });
  expect(data.user.user_id).toBe(user_id);
});
