import { weixinGetSign } from '@cme/contract/site';
import { mockReply, renderPage, requestsTo, samplePage, sampleSite } from '@cme/testing';
import { expect, it, vi } from 'vitest';

interface Told {
  name: string;
  data: Record<string, string>;
}

/** Emulates the bridge that the chat app injects. */
function createBridge() {
  const calls: Told[] = [];
  const entries = new Map<string, (tapped: object) => void>();
  Object.assign(window, {
    WeixinJSBridge: {
      invoke(name: string, data: Record<string, string>, answer: (reply: object) => void) {
        calls.push({ name, data });
        answer({ err_msg: `${name}:ok` });
      },
      on: (event: string, answer: (tapped: object) => void) => entries.set(event, answer),
    },
  });
  return {
    told: calls,
    tap: (entry: string) => entries.get(`menu:share:${entry}`)?.({ scene: '' }),
  };
}

it('sets every entry of the share menu of 企业微信, signed for the page', async () => {
  const { told, tap } = createBridge();
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
    'Mozilla/5.0 (Linux; Android 14) wxwork/4.1.28 MicroMessenger/7.0.1',
  );
  mockReply(weixinGetSign, { appId: 'ww1', timestamp: 1, nonceStr: 'n', signature: 's' });
  const site = sampleSite();
  renderPage('/', [{ path: '/', element: null }], { page: samplePage({ site }) }).unmount();
  history.replaceState({}, '', '/news');
  for (const meta of document.head.querySelectorAll('meta')) meta.remove();
  document.title = '政策法规';
  document.head.insertAdjacentHTML(
    'beforeend',
    '<meta property="og:url" content="http://cme.localhost/news">',
  );
  const { shareThisPage } = await import('./share-menu.ts');
  await shareThisPage();
  expect(requestsTo(weixinGetSign)[0]?.body).toMatchObject({ in_app: 'wecom' });
  // The module of the chat app passes the signature to the bridge in its own time.
  await vi.waitFor(() =>
    expect(told.find(({ name }) => name === 'preVerifyJSAPI')?.data).toMatchObject({
      verifyAppId: 'ww1',
      verifySignature: 's',
    }),
  );
  for (const [entry, call] of [
    ['appmessage', 'sendAppMessage'],
    ['timeline', 'shareTimeline'],
    ['wechat', 'shareWechatMessage'],
  ] as const) {
    tap(entry);
    const shared = told.findLast(({ name }) => name === call)?.data;
    expect(shared, entry).toMatchObject({ title: '政策法规', link: 'http://cme.localhost/news' });
  }
});
