import { siteConfig, siteLogo } from '@cme/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHouse, type TestHouse } from '../../../test/house.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

test('branding is the named site', async () => {
  expect(await house.send(siteLogo, {}, { host: 'hospital.localhost:8080' })).toMatchObject({ site_name: '人民医院学习中心', isCustomerDomain: 'Y', isEffectiveSite: 'Y' });
  expect(await house.send(siteLogo, {})).toMatchObject({ site_id: 'main', main_host: 'cme.localhost:8080' });
  expect(await house.send(siteConfig, {})).toMatchObject({ menus: [], regist_open: 'Y' });
});
