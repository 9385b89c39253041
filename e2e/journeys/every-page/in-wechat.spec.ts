import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../../support/journey.ts';
import { physician, signInByForm } from '../../support/people.ts';
import { origins } from '../../support/origins.ts';

const android =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.50.2701(0x28003256) NetType/WIFI Language/zh_CN';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.50(0x1800323b) NetType/WIFI Language/zh_CN';
const wecom = `${android} wxwork/4.1.28`;

interface BridgeCall {
  name: string;
  data: Record<string, string>;
}
declare global {
  interface Window {
    bridgeCalls: BridgeCall[];
    /** The callbacks that WeChat invokes when a menu entry is pressed. */
    entries: Map<string, (tapped: object) => void>;
  }
}

/** A fake of WeChat's JavaScript bridge that records calls and confirms them. */
async function withBridge(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.bridgeCalls = [];
    window.entries = new Map();
    Object.assign(window, {
      WeixinJSBridge: {
        invoke(name: string, data: Record<string, string>, answer: (reply: object) => void) {
          window.bridgeCalls.push({ name, data });
          setTimeout(() => answer({ err_msg: `${name}:ok`, subtype: 'wifi' }));
        },
        on: (event: string, answer: (tapped: object) => void) => window.entries.set(event, answer),
      },
    });
    Object.defineProperty(navigator, 'platform', { get: () => 'Linux armv8l' });
  });
}

const lastBridgeCall = (page: Page, name: string) =>
  page.evaluate(
    (callName) => window.bridgeCalls.filter((call) => call.name === callName).at(-1)?.data,
    name,
  );

for (const [name, userAgent] of [
  ['Android', android],
  ['iOS', iphone],
] as const) {
  test.describe(`on ${name}`, () => {
    test.use({ userAgent, viewport: { width: 390, height: 844 } });

    test('the share menu is configured with the page and a signature, and no request goes to a foreign host', async ({
      page,
    }) => {
      const foreign: string[] = [];
      const signed: string[] = [];
      page.on('request', (request) => {
        const url = new URL(request.url());
        if (/^https?:/.test(url.protocol) && !url.hostname.endsWith('localhost'))
          foreign.push(request.url());
        if (url.pathname.endsWith('/weixin/get_sign'))
          signed.push(new URLSearchParams(request.postData() ?? '').get('url') ?? '');
      });
      await withBridge(page);
      await page.goto(`${origins.main}/publicneed`);
      await expect
        .poll(() => lastBridgeCall(page, 'updateAppMessageShareData'), { timeout: 15_000 })
        .toMatchObject({ title: await page.title(), link: `${origins.main}/publicneed` });
      expect(await lastBridgeCall(page, 'preVerifyJSAPI')).toMatchObject({
        verifySignature: expect.stringMatching(/^[0-9a-f]{40}$/),
      });
      expect((await lastBridgeCall(page, 'updateTimelineShareData'))?.['imgUrl']).toContain(
        origins.main,
      );
      await page
        .getByRole('main')
        .getByRole('heading', { level: 2 })
        .getByRole('link')
        .first()
        .click();
      await expect(page).toHaveURL(/\/item\//);
      await expect
        .poll(async () => (await lastBridgeCall(page, 'updateAppMessageShareData'))?.['link'], {
          timeout: 15_000,
        })
        .toBe(page.url().replace(/[?#].*$/, ''));
      expect(signed).toEqual(
        name === 'iOS'
          ? [`${origins.main}/publicneed`]
          : [`${origins.main}/publicneed`, page.url()],
      );
      expect(foreign).toEqual([]);
    });
  });
}

test.describe('inside WeChat', () => {
  test.use({ userAgent: android, viewport: { width: 390, height: 844 } });

  test('there is no second title bar, and a download asks to open the browser', async ({
    page,
    complaints,
  }) => {
    test.setTimeout(60_000);
    await page.goto(origins.main);
    await expect(page.getByRole('banner').getByRole('img')).toBeHidden();
    await expect(page.getByRole('button', { name: '打开搜索' })).toBeVisible();
    await signInByForm(page, physician);
    await page.goto(`${origins.user}/user/mycertificate`);
    await page.getByRole('button', { name: '下载证书' }).first().click();
    const hint = page.getByRole('dialog', { name: '在浏览器打开' });
    await expect(hint.getByText('请点击右上角···在浏览器打开下载')).toBeVisible();
    await expectAccessible(page, complaints);
    await page.goBack();
    await expect(hint).toBeHidden();
    await expect(page).toHaveURL(/mycertificate/);
  });

  test('sharing a personal page shares the home page of the site', async ({ page }) => {
    await withBridge(page);
    await page.goto(`${origins.main}/cart`);
    await expect
      .poll(async () => (await lastBridgeCall(page, 'updateAppMessageShareData'))?.['link'], {
        timeout: 15_000,
      })
      .toBe(`${origins.main}/`);
  });
});

test.describe('inside 企业微信', () => {
  test.use({ userAgent: wecom, viewport: { width: 390, height: 844 } });

  test('every entry of the share menu shares the current page', async ({ page }) => {
    await withBridge(page);
    await page.goto(`${origins.main}/publicneed`);
    await expect
      .poll(() => page.evaluate(() => [...window.entries.keys()]), { timeout: 15_000 })
      .toContain('menu:share:wechat');
    expect(await lastBridgeCall(page, 'preVerifyJSAPI')).toMatchObject({
      verifySignature: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
    for (const [entry, call] of [
      ['appmessage', 'sendAppMessage'],
      ['timeline', 'shareTimeline'],
      ['wechat', 'shareWechatMessage'],
    ] as const) {
      await page.evaluate(
        (name) => window.entries.get(`menu:share:${name}`)?.({ scene: '' }),
        entry,
      );
      await expect
        .poll(() => lastBridgeCall(page, call), entry)
        .toMatchObject({ title: await page.title(), link: `${origins.main}/publicneed` });
    }
  });
});

test('other browsers request neither the SDK nor its signature', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(origins.main);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(requests.filter((url) => /get_sign|share-menu/.test(url))).toEqual([]);
});
