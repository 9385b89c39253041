import { send } from '@cme/commons/api-client';
import { weixinGetSign } from '@cme/contract/site';
import wx from 'weixin-js-sdk';
import { inApp } from './in-app.ts';
import { type ShareCard, shareCard, signedAddress } from './share-card.ts';
import { listed, setWecomShare } from './wecom-menu.ts';

// The SDK uses this only for a telemetry report, sent as an image request to a foreign host:
// without an answer there is no report.
wx.getNetworkType = () => undefined;

const calls = ['updateAppMessageShareData', 'updateTimelineShareData'] as const;
const ignore = () => undefined;
let signing: { url: string; done: Promise<void> } | undefined;
let shownUrl = '';

/**
 * Sets the share menu for the current page. Each URL is signed once, however often its head
 * changes.
 */
export async function shareThisPage(): Promise<void> {
  const url = signedAddress();
  if (signing?.url !== url) signing = { url, done: signPage(url) };
  await signing.done;
  const card = shareCard();
  if (url !== signedAddress() || shownUrl === JSON.stringify(card)) return;
  shownUrl = JSON.stringify(card);
  wx.ready(() => (inApp() === 'wecom' ? setWecomShare(card) : setShareData(card)));
}

async function signPage(url: string): Promise<void> {
  shownUrl = '';
  try {
    const isWecom = inApp() === 'wecom';
    const in_app = isWecom ? 'wecom' : 'wechat';
    const { appId, timestamp, nonceStr, signature } = await send(weixinGetSign, { url, in_app });
    const signed = { debug: false, appId, timestamp, nonceStr, signature };
    wx.config(isWecom ? { ...signed, ...listed } : { ...signed, jsApiList: [...calls] });
  } catch (error) {
    // Another page, or a later change of this one, may retry.
    if (signing?.url === url) signing = undefined;
    throw error;
  }
}

function setShareData(card: ShareCard, isAgain = false): void {
  const onFail = () => {
    // After client-side navigation the SDK needs a moment to verify the new URL.
    if (!isAgain) setTimeout(() => setShareData(card, true), 1000);
  };
  wx.updateAppMessageShareData({ ...card, success: ignore, fail: onFail });
  const { title, link, imgUrl } = card;
  wx.updateTimelineShareData({ title, link, imgUrl, success: ignore });
}
