import * as z from 'zod/mini';
import { deriveAppSecret, readMerchantKeys, deriveWebApp } from './sandbox-keys.ts';

/** A WeChat app for sign-in. */
export interface WechatApp {
  appid: string;
  secret: string;
  /** OAuth authorisation URL. */
  open: string;
  /** OAuth token URL. */
  sns: string;
}

/** WeChat sign-in methods: inside WeChat by the 公众号, elsewhere by a website app of the open
 * platform. Methods without settings are not offered. */
export interface WechatSignIn {
  mp?: WechatApp;
  web?: WechatApp;
}

const base = z.string().check(z.regex(/^https?:\/\/[^\s?#@]+[^/\s?#@]$/));

export const WechatEnvironment = {
  WECHAT_APPID: z.optional(z.string()),
  WECHAT_APP_SECRET: z.optional(z.string()),
  WECHAT_WEB_APPID: z.optional(z.string()),
  WECHAT_WEB_APP_SECRET: z.optional(z.string()),
  WECHAT_OPEN_BASE: z._default(base, 'https://open.weixin.qq.com'),
  WECHAT_SNS_BASE: z._default(base, 'https://api.weixin.qq.com'),
};
const Environment = z.object(WechatEnvironment);

interface Place {
  port: number;
  mainDomain: string;
  dataDir: string;
  gateway: { on: boolean; port: number };
}

export function readWechatSignIn(environment: Record<string, unknown>, place: Place): WechatSignIn {
  if (place.gateway.on) return embedded(place);
  const e = Environment.parse(environment);
  const app = (appid: string | undefined, secret: string | undefined) =>
    appid && secret
      ? { appid, secret, open: e.WECHAT_OPEN_BASE, sns: e.WECHAT_SNS_BASE }
      : undefined;
  const mp = app(e.WECHAT_APPID, e.WECHAT_APP_SECRET);
  const web = app(e.WECHAT_WEB_APPID, e.WECHAT_WEB_APP_SECRET);
  return { ...(mp && { mp }), ...(web && { web }) };
}

function embedded({ dataDir, mainDomain, port, gateway }: Place): WechatSignIn {
  const { appid, api_v3_key } = readMerchantKeys(dataDir).merchant.wechat;
  const where = {
    open: `http://pay.${mainDomain}:${port}`,
    sns: `http://127.0.0.1:${gateway.port}`,
  };
  return {
    mp: { appid, secret: deriveAppSecret(api_v3_key), ...where },
    web: { ...deriveWebApp(api_v3_key), ...where },
  };
}
