import { timingSafeEqual } from 'node:crypto';
import { type Book, modes } from './book.ts';
import { acts } from './trade.ts';
import { empty, type GatewayReply, type GatewayRequest } from './http.ts';

/** Control endpoints for the product's server and for tests. */
export function handleControl(
  book: Book,
  secret: string,
  { headers, json, url }: GatewayRequest,
): GatewayReply {
  if (!isSame(headers.authorization ?? '', `Bearer ${secret}`)) return empty(401);
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
    return empty(204);
  }
  return press(book, fields);
}

function press(book: Book, { gateway, out_trade_no, act }: Record<string, unknown>): GatewayReply {
  const isKnown = gateway === 'wechat' || gateway === 'alipay';
  const trade = isKnown ? book.find(gateway, String(out_trade_no)) : undefined;
  const pressed = acts.find((known) => known === act);
  if (!trade || !pressed) return empty(404);
  return empty(book.press(trade, pressed) ? 204 : 409);
}

function isSame(actual: string, expected: string): boolean {
  const a = Buffer.from(actual);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
