import wx from 'weixin-js-sdk';
import type { ShareCard } from './share-card.ts';

// 企业微信 still asks at the moment of sharing, and has an entry of its own for sharing to WeChat,
// which the SDK knows only by the names of events.
const bridge = wx as typeof wx & {
  on(event: string, answer: () => void): void;
  invoke(name: string, data: object, done: () => void): void;
};

/** What its configuration says beside the signature. Without `beta` it refuses calls by name. */
export const listed = {
  beta: true,
  jsApiList: [
    'onMenuShareAppMessage',
    'onMenuShareTimeline',
    'onMenuShareWechat',
    'shareWechatMessage',
  ] as wx.jsApiList,
};

const nothing = () => undefined;
const ends = { success: nothing, cancel: nothing };
let told: ShareCard | undefined;

/** Says what the share menu of 企业微信 shows from now on. */
export function tellWecom(card: ShareCard): void {
  const isFirst = told === undefined;
  told = card;
  const { title, link, imgUrl } = card;
  wx.onMenuShareAppMessage({ ...card, ...ends });
  wx.onMenuShareTimeline({ title, link, imgUrl, ...ends });
  if (isFirst)
    bridge.on('menu:share:wechat', () => bridge.invoke('shareWechatMessage', { ...told }, nothing));
}
