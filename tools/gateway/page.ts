import { formatShanghaiTime } from './book.ts';
import type { GatewayTrade } from './trade.ts';
import type { GatewayReply } from './http.ts';

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const formatYuan = (fen: number) => (fen / 100).toFixed(2);

const style = `
*{box-sizing:border-box}body{margin:0;font:16px/1.6 "PingFang SC","Microsoft YaHei","Noto Sans SC",system-ui,sans-serif;color:#1f2329;background:#f2f4f7}
header{background:var(--brand);color:#fff;padding:14px 20px;display:flex;gap:12px;align-items:baseline}header b{font-size:18px}header span{opacity:.9;font-size:14px}
main{max-width:560px;margin:24px auto;padding:0 16px}section{background:#fff;border-radius:10px;padding:24px;box-shadow:0 1px 3px #0000001f}
h1{font-size:20px;margin:0 0 4px}.sum{font-size:36px;font-weight:700;margin:8px 0 16px;font-variant-numeric:tabular-nums}.sum small{font-size:20px;margin-right:2px}
dl{display:grid;grid-template-columns:auto 1fr;gap:6px 16px;margin:0 0 20px;font-size:14px;color:#4e5969}dd{margin:0;color:#1f2329;overflow-wrap:anywhere}
form{display:grid;gap:10px}button,a.go{display:block;width:100%;min-height:48px;padding:10px 16px;border-radius:8px;border:1px solid #c9cdd4;background:#fff;color:#1f2329;font:inherit;text-align:center;text-decoration:none;cursor:pointer}
button.main,a.go{background:var(--brand);border-color:var(--brand);color:#fff;font-weight:600}button:focus-visible,a:focus-visible{outline:3px solid #165dff;outline-offset:2px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:10px}.state{padding:12px 14px;border-radius:8px;background:#f2f3f5;margin:0 0 16px}.good{background:#e8ffea;color:#00622d}.bad{background:#ffece8;color:#9f1d0f}
p.note{font-size:13px;color:#4e5969;margin:16px 2px 0}@media(max-width:420px){.pair{grid-template-columns:1fr}section{padding:18px}}
@media(prefers-reduced-motion:no-preference){button{transition:filter .15s}}button:hover,a.go:hover{filter:brightness(.96)}`;

const brands = {
  wechat: { name: '微信支付', colour: '#07833f' },
  alipay: { name: '支付宝', colour: '#0b5cc4' },
};
const buttons: [string, string, string][] = [
  ['success', '模拟支付成功', 'main'],
  ['failed', '模拟支付失败', ''],
  ['late', '延迟支付', ''],
  ['twice', '重复通知', ''],
];

const states: Record<GatewayTrade['state'], [string, string]> = {
  waiting: ['等待支付', ''],
  paid: ['支付成功', 'good'],
  failed: ['支付失败，可重新支付', 'bad'],
  closed: ['交易已关闭', 'bad'],
};

export interface Back {
  /** URL of the merchant's page; empty if unknown. */
  url: string;
  /** Relative path of the form actions, since the gateway may be served below a path. */
  press: string;
}

/** The payment page of a trade, without scripts; it explains the effect of each button. */
export function renderPayPage(trade: GatewayTrade, back: Back): GatewayReply {
  const { name, colour } = brands[trade.gateway];
  const [state, kind] = states[trade.state];
  const renderButton = (act: string, label: string, main: string) =>
    `<button name="act" value="${act}" class="${main}">${label}</button>`;
  const isPayable = trade.state !== 'paid';
  const acts = isPayable
    ? `${buttons
        .slice(0, 2)
        .map((button) => renderButton(...button))
        .join('')}<div class="pair">${buttons
        .slice(2)
        .map((button) => renderButton(...button))
        .join('')}</div>`
    : renderButton('twice', '重复通知', '');
  const rows = [
    ['商品', trade.subject],
    ['商户单号', trade.number],
    ['支付截止', formatShanghaiTime(trade.expire_at)],
    ...(trade.gateway_no ? [['交易单号', trade.gateway_no]] : []),
  ];
  return renderHtml(
    200,
    `${name} - 模拟收银台`,
    colour,
    `<header><b>${name}</b><span>模拟收银台，不产生真实扣款</span></header><main><section>
<h1>${escapeHtml(trade.subject)}</h1><div class="sum"><small>¥</small>${formatYuan(trade.amount_fen)}</div>
<p class="state ${kind}" role="status">${trade.late && trade.state !== 'paid' ? '已设为延迟支付：订单关闭后才会到账' : state}</p>
<dl>${rows.map(([term = '', value = '']) => `<dt>${term}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>
<form method="post" action="${back.press}"><input type="hidden" name="token" value="${trade.token}"><input type="hidden" name="back" value="${escapeHtml(back.url)}">
${trade.state === 'paid' && back.url ? `<a class="go" href="${escapeHtml(back.url)}">返回商户</a>` : ''}${acts}${trade.state !== 'paid' && back.url ? `<a class="go" style="background:#fff;color:#1f2329;border-color:#c9cdd4" href="${escapeHtml(back.url)}">返回商户</a>` : ''}</form>
<p class="note">延迟支付：先不付款，待商户关闭订单后再到账。重复通知：付款一次，把支付结果通知商户多次。</p></section></main>`,
  );
}

/** WeChat's consent page. */
export function renderConsentPage(url: URL, isScanned: boolean): GatewayReply {
  const createLink = (answer: string) => {
    const query = new URLSearchParams(url.searchParams);
    query.set('answer', answer);
    return escapeHtml(`${url.pathname}?${query.toString()}`);
  };
  const what = isScanned ? '使用微信扫一扫登录' : '申请使用您的微信身份';
  return renderHtml(
    200,
    '微信登录 - 模拟',
    '#07833f',
    `<header><b>微信登录</b><span>模拟微信，不联系真实的微信</span></header><main><section>
<h1>${what}</h1><p class="state">${isScanned ? '真实环境中此处显示二维码，用手机微信扫描后确认。' : '同意后将返回原页面并登录。'}</p>
<a class="go" href="${createLink('yes')}">${isScanned ? '模拟扫码并同意' : '同意'}</a>
<p><a class="go" style="background:#fff;color:#1f2329;border-color:#c9cdd4" href="${createLink('no')}">拒绝</a></p></section></main>`,
  );
}

export const renderMessage = (status: number, text: string): GatewayReply =>
  renderHtml(
    status,
    text,
    '#4e5969',
    `<main><section><h1>${escapeHtml(text)}</h1></section></main>`,
  );

function renderHtml(status: number, title: string, colour: string, body: string): GatewayReply {
  const page = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><link rel="icon" href="data:,"><style>:root{--brand:${colour}}${style}</style>${body}</html>`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  };
  return { status, headers, body: page };
}
