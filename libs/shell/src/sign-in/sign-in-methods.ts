import type { WechatWay } from '@cme/contract/person';
import { useQuery } from '@tanstack/react-query';
import { siteConfigQuery } from '../menus/site-config.ts';
import { inApp } from '../in-app/in-app.ts';

export type SignInMethod = 'password' | 'sms';
const supported: readonly SignInMethod[] = ['password', 'sms'];

/**
 * How this browser can authenticate with WeChat: silently inside WeChat, by a QR code on a
 * desktop. A phone's own browser can do neither; there the page has to be opened inside WeChat,
 * which is `elsewhere`.
 */
function findWechatWay(ways: readonly string[] = []): WechatWay | 'elsewhere' | undefined {
  const isInside = inApp() === 'wechat';
  const isPhone = !isInside && /Android|iPhone|Mobile/i.test(navigator.userAgent);
  if (isPhone) return ways.includes('mp') ? 'elsewhere' : undefined;
  const way = isInside ? 'mp' : 'web';
  return ways.includes(way) ? way : undefined;
}

/**
 * Sign-in and registration methods of this site. Unknown methods are ignored; if none is known
 * all are shown, and the server decides.
 */
export function useSignInMethods(): {
  methods: readonly SignInMethod[];
  wechatWay: WechatWay | 'elsewhere' | undefined;
  isRegistOpen: boolean;
  /** A unit must admit people who register. */
  isRegistReviewed: boolean;
} {
  const { data } = useQuery(siteConfigQuery());
  const methods = supported.filter((method) => data?.login_ways.includes(method) ?? true);
  return {
    methods: methods.length > 0 ? methods : supported,
    wechatWay: data?.login_ways.includes('wechat') ? findWechatWay(data.wechat_ways) : undefined,
    isRegistOpen: data?.regist_open !== 'N',
    isRegistReviewed: data?.registration === 'approval',
  };
}
