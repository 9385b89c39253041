import type { GatewayFile } from '../../apps/api/src/settings/sandbox-keys.ts';
import type { Book } from './book.ts';

/** What every call of WeChat Pay needs. */
export interface WechatContext {
  keys: GatewayFile['wechat'];
  book: Book;
  /** Where the gateway itself, and its pay pages, are found. */
  here: string;
  people: string;
  isOpenid: (value: unknown) => boolean;
}

/** Before it is signed. */
export interface WechatReply {
  status: number;
  body?: object;
  text?: string;
}

export const failure = (status: number, code: string, message: string): WechatReply => ({
  status,
  body: { code, message },
});
