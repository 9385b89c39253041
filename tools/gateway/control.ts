import { timingSafeEqual } from 'node:crypto';
import { type Book, modes } from './book.ts';
import { acts } from './trade.ts';
import { emptyReply, type GatewayReply, type GatewayRequest } from './http.ts';

/** Control endpoints for the product's server and for tests. */
export function handleControl(
  book: Book,
  secret: string,
  { headers, json, url }: GatewayRequest,
): GatewayReply {
  if (!isSameSecret(headers.authorization ?? '', `Bearer ${secret}`)) return emptyReply(401);
  const fields = json();
  if (url.pathname === '/control/trades')
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(book.all()),
    };
  if (url.pathname === '/control/mode') {
    book.control.mode = modes.find((mode) => mode === fields.mode) ?? 'normal';
    if (typeof fields.offset === 'number') book.control.offset = fields.offset;
    return emptyReply(204);
  }
  return pressButton(book, fields);
}

function pressButton(
  book: Book,
  { gateway, out_trade_no, act }: Record<string, unknown>,
): GatewayReply {
  const isKnown = gateway === 'wechat' || gateway === 'alipay';
  const trade = isKnown ? book.find(gateway, String(out_trade_no)) : undefined;
  const chosen = acts.find((action) => action === act);
  if (!trade || !chosen) return emptyReply(404);
  return emptyReply(book.press(trade, chosen) ? 204 : 409);
}

function isSameSecret(actual: string, expected: string): boolean {
  const a = Buffer.from(actual);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
