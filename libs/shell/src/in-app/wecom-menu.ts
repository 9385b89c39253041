import wx from 'weixin-js-sdk';
import type { ShareCard } from './share-card.ts';

// 企业微信 asks for the data at the moment of sharing and has a separate entry for WeChat; the SDK
// only offers both as events.
const bridge = wx as typeof wx & {
  on(event: string, answer: () => void): void;
  invoke(name: string, data: object, done: () => void): void;
};

/** Configuration besides the signature. Without `beta` it refuses calls by name. */
export const listed = {
  beta: true,
  jsApiList: [
    'onMenuShareAppMessage',
    'onMenuShareTimeline',
    'onMenuShareWechat',
    'shareWechatMessage',
  ] as wx.jsApiList,
};

const ignore = () => undefined;
const callbacks = { success: ignore, cancel: ignore };
let sharedCard: ShareCard | undefined;

/** Sets what the share menu of 企业微信 shows from now on. */
export function setWecomShare(card: ShareCard): void {
  const isFirst = sharedCard === undefined;
  sharedCard = card;
  const { title, link, imgUrl } = card;
  wx.onMenuShareAppMessage({ ...card, ...callbacks });
  wx.onMenuShareTimeline({ title, link, imgUrl, ...callbacks });
  if (isFirst)
    bridge.on('menu:share:wechat', () =>
      bridge.invoke('shareWechatMessage', { ...sharedCard }, ignore),
    );
}
