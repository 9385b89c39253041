import { expect, it } from 'vitest';
import { renderMessage } from './page.ts';

it('the icon of the payment page is allowed by its CSP', () => {
  const { headers, body } = renderMessage(404, '没有找到这笔支付');
  expect(body).toContain('<link rel="icon" href="data:,">');
  expect(headers['content-security-policy']).toContain('img-src data:');
});
