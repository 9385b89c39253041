import { expect, it } from 'vitest';
import { nameService } from './service.rules.ts';

const site = { service_phone: '400-000-0001', service_time: '工作日 8:30—17:30' };

it.each([
  ['该账号已停用，请联系客服', '该账号已停用，请联系客服（400-000-0001，工作日 8:30—17:30）'],
  ['请修改密码并联系客服。', '请修改密码并联系客服（400-000-0001，工作日 8:30—17:30）。'],
  ['请联系客服（400-000-0001）', '请联系客服（400-000-0001）'],
  ['请重试', '请重试'],
])('“%s” reads “%s”', (text, named) => expect(nameService(text, site)).toBe(named));

it('a site without hours names its number, one without a number leaves the sentence', () => {
  expect(nameService('请联系客服', { ...site, service_time: '' })).toBe(
    '请联系客服（400-000-0001）',
  );
  expect(nameService('请联系客服', { service_phone: '', service_time: '' })).toBe('请联系客服');
});
