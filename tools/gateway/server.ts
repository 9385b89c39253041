import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { GatewayFile } from '@cme/api/settings/sandbox-keys';
import { createAlipayGateway } from './alipay.ts';
import { createAlipayBill } from './bills.ts';
import { type Book, createTradeBook } from './book.ts';
import { acts, type GatewayTrade } from './trade.ts';
import { handleControl } from './control.ts';
import { emptyReply, type GatewayReply, type GatewayRequest, readRequest } from './http.ts';
import { startNotices } from './notice-sender.ts';
import { createWechatOauth } from './oauth.ts';
import { renderPayPage, renderMessage } from './page.ts';
import { createWechatGateway } from './wechat.ts';

export interface GatewayOptions {
  keys: GatewayFile;
  port: number;
  /** Public URL of the payment pages. */
  people: string;
  file?: string;
}

/** Both payment gateways in one small server with its own keys and storage. */
export async function startGateway(options: GatewayOptions) {
  const book = createTradeBook(options.file);
  const origin = `http://127.0.0.1:${options.port}`;
  const gateways = createGateways(options, book, origin);
  const stopNotices = startNotices(book, (trade, { id, refund }) =>
    gateways[trade.gateway].notice(id, trade, refund),
  );
  const routeRequest = (request: GatewayRequest) =>
    route(options.keys.control, book, gateways, request);
  const server = createServer(
    (request, reply) => void handleRequest(book, request, reply, routeRequest),
  );
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: origin,
    async close() {
      stopNotices();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function createGateways({ keys, people }: GatewayOptions, book: Book, origin: string) {
  const oauth = createWechatOauth(keys.wechat, people);
  const { isOpenid } = oauth;
  const wechat = createWechatGateway({ keys: keys.wechat, book, here: origin, people, isOpenid });
  const alipay = createAlipayGateway({ keys: keys.alipay, book, here: origin }, (trade) =>
    renderPayPage(trade, { url: alipay.returnUrl(trade), press: 'press' }),
  );
  return { oauth, wechat, alipay };
}
type Gateways = ReturnType<typeof createGateways>;

/** Handles a request, or fails according to the failure mode. */
async function handleRequest(
  book: Book,
  incoming: IncomingMessage,
  reply: ServerResponse,
  respond: (request: GatewayRequest) => GatewayReply,
): Promise<void> {
  const writeReply = ({ status, headers, body }: GatewayReply) =>
    void reply.writeHead(status, headers).end(body);
  try {
    const request = await readRequest(incoming);
    const isControl = request.url.pathname.startsWith('/control');
    switch (isControl ? 'normal' : book.control.mode) {
      case 'hang':
        return;
      case 'cut':
        return void incoming.socket.destroy();
      case 'garbage':
        return writeReply(unreadableReply);
      case 'error':
        return writeReply(emptyReply(500));
      default:
        return writeReply(respond(request));
    }
  } catch {
    writeReply(emptyReply(400));
  }
}

const unreadableReply: GatewayReply = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '{"code":"SUCCESS","trade_state":"SUCCESS"',
};

function route(
  controlSecret: string,
  book: Book,
  { oauth, wechat, alipay }: Gateways,
  request: GatewayRequest,
): GatewayReply {
  const { pathname, searchParams } = request.url;
  if (pathname.startsWith('/control')) return handleControl(book, controlSecret, request);
  if (pathname.startsWith('/v3/')) return wechat.handle(request);
  switch (pathname) {
    case '/healthz':
      return { ...emptyReply(200), body: 'ok' };
    case '/connect/oauth2/authorize':
    case '/connect/qrconnect':
      return oauth.authorize(request);
    case '/sns/oauth2/access_token':
      return oauth.exchange(request);
    case '/gateway.do':
      return alipay.handle(request);
    case '/alipay-bill':
      return createBillReply(book, searchParams.get('day') ?? '');
  }
  if (pathname === '/press' && request.method === 'POST') return pressButton(book, request.form());
  const [, token = ''] = /^\/(?:wechat|alipay)\/([\w-]{24})$/.exec(pathname) ?? [];
  const trade = token ? book.byToken(token) : undefined;
  if (!trade) return notFoundReply();
  const redirect = searchParams.get('redirect_url') ?? '';
  return renderPayPage(trade, { url: getBackLink(alipay, trade, redirect), press: '../press' });
}

const notFoundReply = () => renderMessage(404, '没有找到这笔支付');

const createBillReply = (book: Book, day: string): GatewayReply => ({
  status: 200,
  headers: { 'content-type': 'application/zip' },
  body: createAlipayBill(book.all(), day) ?? '',
});

/** A button of the payment page. */
function pressButton(book: Book, form: URLSearchParams): GatewayReply {
  const trade = book.byToken(form.get('token') ?? '');
  const act = acts.find((action) => action === form.get('act'));
  if (!trade || !act) return notFoundReply();
  book.press(trade, act);
  const backLink =
    trade.gateway === 'wechat' ? `?redirect_url=${encodeURIComponent(form.get('back') ?? '')}` : '';
  const location = `${trade.gateway}/${trade.token}${backLink}`;
  return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' };
}

function getBackLink(alipay: Gateways['alipay'], trade: GatewayTrade, redirect: string): string {
  if (trade.gateway === 'alipay') return alipay.returnUrl(trade);
  return /^https?:\/\//.test(redirect) ? redirect : '';
}
