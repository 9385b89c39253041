import type { GatewayFile } from '@cme/api/settings/sandbox-keys';
import type { Book } from './book.ts';

/** Context of all WeChat Pay calls. */
export interface WechatContext {
  keys: GatewayFile['wechat'];
  book: Book;
  /** Base URL of the gateway and of its payment pages. */
  here: string;
  people: string;
  isOpenid: (value: unknown) => boolean;
}

/** A reply before signing. */
export interface WechatReply {
  status: number;
  body?: object;
  text?: string;
}

export const createFailure = (status: number, code: string, message: string): WechatReply => ({
  status,
  body: { code, message },
});
