import { expect, it } from 'vitest';
import { plainPage } from './page.ts';

it('a pay page names an icon that its own policy allows', () => {
  const { headers, body } = plainPage(404, '没有找到这笔支付');
  expect(body).toContain('<link rel="icon" href="data:,">');
  expect(headers['content-security-policy']).toContain('img-src data:');
});
