import { send } from '@cme/commons/api-client';
import { weixinGetSign } from '@cme/contract';
import wx from 'weixin-js-sdk';
import { type ShareCard, shareCard, signedAddress } from './share-card.ts';

// The only thing for which the SDK asks after the network is a report to its maker, which it sends
// as a picture from a foreign host: without an answer there is no report.
wx.getNetworkType = () => undefined;

const calls = ['updateAppMessageShareData', 'updateTimelineShareData'] as const;
const success = () => undefined;
let verified = '';
let shown = '';

/** Signs the address where that has not been done, and tells the share menu what the page is. */
export async function shareThisPage(): Promise<void> {
  const url = signedAddress();
  if (verified !== url) {
    const { appId, timestamp, nonceStr, signature } = await send(weixinGetSign, { url });
    if (url !== signedAddress()) return;
    verified = url;
    shown = '';
    wx.config({ debug: false, appId, timestamp, nonceStr, signature, jsApiList: [...calls] });
  }
  const card = shareCard();
  if (shown === JSON.stringify(card)) return;
  shown = JSON.stringify(card);
  wx.ready(() => tell(card));
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
