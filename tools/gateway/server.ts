import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { GatewayFile } from '../../apps/api/src/settings/sandbox-keys.ts';
import { alipayGateway } from './alipay.ts';
import { alipayBill } from './bills.ts';
import {
  type Act,
  type GatewayNotice,
  type GatewayTrade,
  type Mode,
  modes,
  openBook,
} from './book.ts';
import { type Answer, type Asked, read } from './http.ts';
import { wechatOauth } from './oauth.ts';
import { payPage, plainPage } from './page.ts';
import { wechatGateway } from './wechat.ts';

export interface GatewayOptions {
  keys: GatewayFile;
  port: number;
  /** Where browsers find the pay pages. */
  people: string;
  file?: string;
}

const acts: Act[] = ['success', 'failed', 'late', 'twice'];
const patience = 5000;
const tickMs = 500;
const nothing = (status: number): Answer => ({ status, headers: {}, body: '' });

/** Both payment gateways in one small server, with keys and a memory of their own. */
export async function openGateway({ keys, port, people, file }: GatewayOptions) {
  const book = openBook(file);
  const here = `http://127.0.0.1:${port}`;
  const oauth = wechatOauth(keys.wechat, people);
  const wechat = wechatGateway(keys.wechat, book, { here, people, isOpenid: oauth.isOpenid });
  const alipay = alipayGateway(keys.alipay, book, { here }, (trade) =>
    payPage(trade, { url: alipay.returned(trade) }),
  );

  function route(asked: Asked): Answer {
    const { pathname, searchParams } = asked.url;
    if (pathname.startsWith('/control')) return controlled(asked);
    if (pathname === '/healthz') return { ...nothing(200), body: 'ok' };
    if (pathname === '/connect/oauth2/authorize') return oauth.authorize(asked);
    if (pathname === '/sns/oauth2/access_token') return oauth.exchange(asked);
    if (pathname.startsWith('/v3/')) return wechat.handle(asked);
    if (pathname === '/gateway.do') return alipay.handle(asked);
    if (pathname === '/alipay-bill')
      return {
        status: 200,
        headers: { 'content-type': 'application/zip' },
        body: alipayBill(book.all(), searchParams.get('day') ?? '') ?? '',
      };
    if (pathname === '/press' && asked.method === 'POST') return pressed(asked.form());
    const [, token = ''] = /^\/(?:wechat|alipay)\/([\w-]{24})$/.exec(pathname) ?? [];
    const trade = token ? book.byToken(token) : undefined;
    return trade
      ? payPage(trade, { url: backOf(trade, searchParams.get('redirect_url') ?? '') })
      : plainPage(404, '没有找到这笔支付');
  }

  function pressed(form: URLSearchParams): Answer {
    const trade = book.byToken(form.get('token') ?? '');
    const act = acts.find((one) => one === form.get('act'));
    if (!trade || !act) return plainPage(404, '没有找到这笔支付');
    book.press(trade, act);
    const back =
      trade.gateway === 'wechat'
        ? `?redirect_url=${encodeURIComponent(form.get('back') ?? '')}`
        : '';
    return {
      status: 303,
      headers: { location: `/${trade.gateway}/${trade.token}${back}`, 'cache-control': 'no-store' },
      body: '',
    };
  }
  const backOf = (trade: GatewayTrade, given: string) =>
    trade.gateway === 'alipay' ? alipay.returned(trade) : /^https?:\/\//.test(given) ? given : '';

  /** What the product's own pages press through their server, and what tests set. */
  function controlled({ headers, json, url }: Asked): Answer {
    const [given, right] = [
      Buffer.from(headers.authorization ?? ''),
      Buffer.from(`Bearer ${keys.control}`),
    ];
    if (given.length !== right.length || !timingSafeEqual(given, right)) return nothing(401);
    const { gateway, out_trade_no, act, mode, offset } = json();
    if (url.pathname === '/control/trades')
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(book.all()),
      };
    if (url.pathname === '/control/mode') {
      book.control.mode = modes.find((one) => one === mode) ?? 'normal';
      if (typeof offset === 'number') book.control.offset = offset;
      return nothing(204);
    }
    const trade =
      gateway === 'wechat' || gateway === 'alipay'
        ? book.find(gateway, String(out_trade_no))
        : undefined;
    const wanted = acts.find((one) => one === act);
    if (!trade || !wanted) return nothing(404);
    return nothing(book.press(trade, wanted) ? 204 : 409);
  }

  async function send(notice: GatewayNotice): Promise<void> {
    const trade = book.all().find((one) => `${one.gateway}/${one.number}` === notice.trade);
    if (!trade?.notify_url) return book.answered(notice);
    const { headers, body } = (trade.gateway === 'wechat' ? wechat : alipay).notice(
      notice.id,
      trade,
      notice.refund,
    );
    try {
      const to =
        trade.refunds.find(({ number }) => number === notice.refund)?.notify_url ||
        trade.notify_url;
      const reply = await fetch(to, {
        method: 'POST',
        headers,
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(patience),
      });
      const text = await reply.text();
      if (
        trade.gateway === 'wechat'
          ? reply.status === 200 || reply.status === 204
          : text === 'success'
      )
        book.answered(notice);
    } catch {
      // It comes again by the schedule.
    }
  }
  const sendAll = () => void Promise.all(book.due().map(send));
  book.onNotice(() => setImmediate(sendAll));
  const timer = setInterval(() => {
    book.tick();
    sendAll();
  }, tickMs);

  const server = createServer((request, reply) => {
    void read(request)
      .then((asked) => {
        const mode: Mode = asked.url.pathname.startsWith('/control') ? 'normal' : book.control.mode;
        if (mode === 'hang') return undefined;
        if (mode === 'cut') return void request.socket.destroy();
        if (mode === 'garbage')
          return answer(reply, {
            status: 200,
            headers: { 'content-type': 'application/json' },
            body: '{"code":"SUCCESS","trade_state":"SUCCESS"',
          });
        return answer(reply, mode === 'error' ? nothing(500) : route(asked));
      })
      .catch(() => answer(reply, nothing(400)));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: here,
    async close() {
      clearInterval(timer);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(reply: ServerResponse, { status, headers, body }: Answer): void {
  reply.writeHead(status, headers).end(body);
}
