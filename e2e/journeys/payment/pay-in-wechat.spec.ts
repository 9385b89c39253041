import { openItem, orderNow, paid } from '../../support/buy.ts';
import { expect, expectAccessible, test } from '../../support/journey.ts';
import { origins } from '../../support/origins.ts';
import { register } from '../../support/register.ts';

test.use({
  userAgent:
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.50.2701(0x28003256) NetType/WIFI Language/zh_CN',
});

for (const [name, origin, title] of [
  ['on the main domain', origins.main, '手卫生督导员一分钟课'],
  ['on a customer domain', origins.hospital, '病区手卫生督导上岗课'],
] as const) {
  test(`inside WeChat a learner pays in place and is identified by WeChat OAuth: ${name}`, async ({
    page,
    complaints,
  }) => {
    test.setTimeout(120_000);
    const redirects: string[] = [];
    const codes: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/connect/oauth2/authorize?')) redirects.push(request.url());
      const code = new URL(request.url()).searchParams.get('code');
      if (code) codes.push(request.url());
    });
    await register(page, origin);
    await page.setViewportSize({ width: 390, height: 844 });
    await openItem(page, origin, title);
    await orderNow(page);
    await expect(page.getByRole('button', { name: '模拟支付成功' })).toBeVisible();
    await expect(page.getByRole('button', { name: '立即付款' })).toBeVisible();
    expect(redirects).toHaveLength(1);
    expect(new URL(redirects[0] ?? '').searchParams.get('redirect_uri')).toBe(page.url());
    // The code is only in the redirect URL and must not remain in this one.
    expect(codes.map((url) => new URL(url).origin)).toEqual([origin]);
    expect(new URL(page.url()).search).toBe('');
    await expectAccessible(page, complaints);

    await page.reload();
    await expect(page.getByRole('button', { name: '立即付款' })).toBeVisible();
    expect(redirects).toHaveLength(1);
    await page.getByRole('button', { name: '模拟支付失败' }).click();
    // The message follows the server's state, which is read again after the failure.
    await expect(page.getByText('支付未成功，您可以重新支付')).toBeVisible();
    await page.getByRole('button', { name: '重新支付' }).click();
    await expect.poll(() => redirects.length).toBe(2);
    await page.getByRole('button', { name: '模拟支付成功' }).click();
    await expect(paid(page)).toBeVisible({ timeout: 20_000 });
    await page.goBack();
    expect(new URL(page.url()).origin).toBe(origin);
  });
}
