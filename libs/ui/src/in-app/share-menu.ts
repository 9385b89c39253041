import { send } from '@cme/commons/api-client';
import { weixinGetSign } from '@cme/contract';
import wx from 'weixin-js-sdk';
import { inApp } from './in-app.ts';
import { type ShareCard, shareCard, signedAddress } from './share-card.ts';
import { listed, tellWecom } from './wecom-menu.ts';

// The only thing for which the SDK asks after the network is a report to its maker, which it sends
// as a picture from a foreign host: without an answer there is no report.
wx.getNetworkType = () => undefined;

const calls = ['updateAppMessageShareData', 'updateTimelineShareData'] as const;
const success = () => undefined;
let signing: { url: string; done: Promise<void> } | undefined;
let shown = '';

/** Tells the share menu what the page is. An address is signed once, however often its page says
 * something new. */
export async function shareThisPage(): Promise<void> {
  const url = signedAddress();
  if (signing?.url !== url) signing = { url, done: sign(url) };
  await signing.done;
  const card = shareCard();
  if (url !== signedAddress() || shown === JSON.stringify(card)) return;
  shown = JSON.stringify(card);
  wx.ready(() => (inApp() === 'wecom' ? tellWecom(card) : tell(card)));
}

async function sign(url: string): Promise<void> {
  shown = '';
  try {
    const isWecom = inApp() === 'wecom';
    const in_app = isWecom ? 'wecom' : 'wechat';
    const { appId, timestamp, nonceStr, signature } = await send(weixinGetSign, { url, in_app });
    const signed = { debug: false, appId, timestamp, nonceStr, signature };
    wx.config(isWecom ? { ...signed, ...listed } : { ...signed, jsApiList: [...calls] });
  } catch (fault) {
    // Another page, or this one when it says something new, may ask again.
    if (signing?.url === url) signing = undefined;
    throw fault;
  }
}

function tell(card: ShareCard, isAgain = false): void {
  const fail = () => {
    // A page after the first: the address has just been given to be verified.
    if (!isAgain) setTimeout(() => tell(card, true), 1000);
  };
  wx.updateAppMessageShareData({ ...card, success, fail });
  const { title, link, imgUrl } = card;
  wx.updateTimelineShareData({ title, link, imgUrl, success });
}
