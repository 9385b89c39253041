import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { GatewayFile } from '../../apps/api/src/settings/sandbox-keys.ts';
import { alipayGateway } from './alipay.ts';
import { alipayBill } from './bills.ts';
import { type Book, openBook } from './book.ts';
import { acts, type GatewayTrade } from './trade.ts';
import { handleControl } from './control.ts';
import { empty, type GatewayReply, type GatewayRequest, read } from './http.ts';
import { startNotices } from './notice-sender.ts';
import { wechatOauth } from './oauth.ts';
import { payPage, plainPage } from './page.ts';
import { wechatGateway } from './wechat.ts';

export interface GatewayOptions {
  keys: GatewayFile;
  port: number;
  /** Public URL of the payment pages. */
  people: string;
  file?: string;
}

/** Both payment gateways in one small server with its own keys and storage. */
export async function openGateway(options: GatewayOptions) {
  const book = openBook(options.file);
  const here = `http://127.0.0.1:${options.port}`;
  const gateways = openGateways(options, book, here);
  const stopNotices = startNotices(book, (trade, { id, refund }) =>
    gateways[trade.gateway].notice(id, trade, refund),
  );
  const respond = (request: GatewayRequest) => route(options.keys.control, book, gateways, request);
  const server = createServer((request, reply) => void handle(book, request, reply, respond));
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: here,
    async close() {
      stopNotices();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function openGateways({ keys, people }: GatewayOptions, book: Book, here: string) {
  const oauth = wechatOauth(keys.wechat, people);
  const { isOpenid } = oauth;
  const wechat = wechatGateway({ keys: keys.wechat, book, here, people, isOpenid });
  const alipay = alipayGateway({ keys: keys.alipay, book, here }, (trade) =>
    payPage(trade, { url: alipay.returnUrl(trade), press: 'press' }),
  );
  return { oauth, wechat, alipay };
}
type Gateways = ReturnType<typeof openGateways>;

/** Handles a request, or fails according to the failure mode. */
async function handle(
  book: Book,
  incoming: IncomingMessage,
  reply: ServerResponse,
  respond: (request: GatewayRequest) => GatewayReply,
): Promise<void> {
  const write = ({ status, headers, body }: GatewayReply) =>
    void reply.writeHead(status, headers).end(body);
  try {
    const request = await read(incoming);
    const isControl = request.url.pathname.startsWith('/control');
    switch (isControl ? 'normal' : book.control.mode) {
      case 'hang':
        return;
      case 'cut':
        return void incoming.socket.destroy();
      case 'garbage':
        return write(garbage);
      case 'error':
        return write(empty(500));
      default:
        return write(respond(request));
    }
  } catch {
    write(empty(400));
  }
}

const garbage: GatewayReply = {
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
      return { ...empty(200), body: 'ok' };
    case '/connect/oauth2/authorize':
    case '/connect/qrconnect':
      return oauth.authorize(request);
    case '/sns/oauth2/access_token':
      return oauth.exchange(request);
    case '/gateway.do':
      return alipay.handle(request);
    case '/alipay-bill':
      return billFile(book, searchParams.get('day') ?? '');
  }
  if (pathname === '/press' && request.method === 'POST') return press(book, request.form());
  const [, token = ''] = /^\/(?:wechat|alipay)\/([\w-]{24})$/.exec(pathname) ?? [];
  const trade = token ? book.byToken(token) : undefined;
  if (!trade) return notFound();
  const redirect = searchParams.get('redirect_url') ?? '';
  return payPage(trade, { url: backOf(alipay, trade, redirect), press: '../press' });
}

const notFound = () => plainPage(404, '没有找到这笔支付');

const billFile = (book: Book, day: string): GatewayReply => ({
  status: 200,
  headers: { 'content-type': 'application/zip' },
  body: alipayBill(book.all(), day) ?? '',
});

/** A button of the payment page. */
function press(book: Book, form: URLSearchParams): GatewayReply {
  const trade = book.byToken(form.get('token') ?? '');
  const act = acts.find((known) => known === form.get('act'));
  if (!trade || !act) return notFound();
  book.press(trade, act);
  const back =
    trade.gateway === 'wechat' ? `?redirect_url=${encodeURIComponent(form.get('back') ?? '')}` : '';
  const location = `${trade.gateway}/${trade.token}${back}`;
  return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' };
}

function backOf(alipay: Gateways['alipay'], trade: GatewayTrade, redirect: string): string {
  if (trade.gateway === 'alipay') return alipay.returnUrl(trade);
  return /^https?:\/\//.test(redirect) ? redirect : '';
}
