import { generateKeyPairSync } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { orderCreate, orderDetail, payCreate, payStatus } from '@cme/contract';
import { eq, sql } from 'drizzle-orm';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sandboxPay } from '../../../test/cashier.ts';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { type Learner, newLearner } from '../../../test/learner.ts';
import { alipayFields, alipayLetter, alipayNotice, alipayText, formLetter, type Letter, post, wechatBody, wechatLetter, wechatNotice } from '../../../test/notices.ts';
import { paidCourse } from '../../../test/trade.ts';
import { order } from '../order/order.tables.ts';
import { payAudit, payNotice, trade } from './pay.tables.ts';

const { pay, keys, folder } = sandboxPay();
let house: TestHouse;
let learner: Learner;
beforeAll(async () => {
  house = await openHouse({ settings: { pay } });
});
afterAll(async () => {
  await house.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  learner = await newLearner(house);
});

let requests = 0;
async function newOrder(): Promise<string> {
  const { id } = await paidCourse(house, 6800);
  return (await house.send(orderCreate, { item: { id }, seen_amount: '68.00', request_id: `r${(requests += 1)}` }, learner)).order_code;
}
/** An open trade at a gateway that nobody needs to ask. */
async function openTrade(gateway: 'wechat' | 'alipay', order_code?: string): Promise<{ order_code: string; trade_no: string }> {
  const code = order_code ?? (await newOrder());
  if (gateway === 'alipay') return { order_code: code, trade_no: (await house.send(payCreate, { order_code: code, channel: 'ali_page' }, learner)).trade_no };
  const trade_no = `T${(requests += 1)}`.padEnd(26, '0');
  const now = house.clock.now();
  await house.db.insert(trade).values({ trade_no, site_id: 'main', user_id: learner.user_id, order_code: code, channel: 'wx_native', gateway: 'wechat', amount_fen: 6800, trade_status: 'waiting', created_at: now, expire_at: now });
  return { order_code: code, trade_no };
}
const status = (order_code: string) => house.send(payStatus, { order_code }, learner);
const audits = async () => (await house.db.select({ n: sql<number>`count(*)::int` }).from(payAudit))[0]?.n ?? 0;
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** As many places as asked for, spread over a text. */
const places = (length: number, count: number) => [...new Set(Array.from({ length: Math.min(count, length) }, (_, n) => Math.floor((n * length) / Math.min(count, length))))];
const changed = (text: string, at: number) => text.slice(0, at) + (text[at] === 'x' ? 'y' : 'x') + text.slice(at + 1);

function wechatForgeries(told: { trade_no: string; amount_fen: number; at: Date }): [string, Letter][] {
  const own = keys.wechat;
  const body = wechatBody(own, told);
  const good = wechatLetter(own, body, told.at);
  const signature = String(good.headers['wechatpay-signature']);
  const timestamp = Number(good.headers['wechatpay-timestamp']);
  const withHeader = (name: string, value: string | string[]): Letter => ({ ...good, headers: { ...good.headers, [name]: value } });
  const names = ['wechatpay-timestamp', 'wechatpay-nonce', 'wechatpay-serial', 'wechatpay-signature', 'content-type'];
  const signedFor = (twist: Parameters<typeof wechatBody>[2]) => wechatNotice(own, told, twist);
  const at = (seconds: number) => wechatLetter(own, body, new Date(told.at.getTime() + seconds * 1000));
  return [
    ...names.map((name): [string, Letter] => [`no ${name}`, { ...good, headers: Object.fromEntries(Object.entries(good.headers).filter(([one]) => one !== name)) }]),
    ...names.map((name): [string, Letter] => [`${name} twice`, withHeader(name, [String(good.headers[name]), String(good.headers[name])])]),
    ...['', own.merchant_serial, own.serial.toLowerCase(), `${own.serial}0`, '__proto__', 'constructor', 'toString'].map((serial): [string, Letter] => [`serial ${serial}`, withHeader('wechatpay-serial', serial)]),
    ['a stranger’s key', wechatLetter(own, body, told.at, stranger)],
    ['SHA-1', wechatLetter(own, body, told.at, own.private_key, 'RSA-SHA1')], ['MD5', wechatLetter(own, body, told.at, own.private_key, 'RSA-MD5')], ['SHA-512', wechatLetter(own, body, told.at, own.private_key, 'RSA-SHA512')],
    ['PSS', wechatLetter(own, body, told.at, { key: own.private_key, padding: 6 })],
    ...places(body.length, 90).map((place): [string, Letter] => [`byte ${place} of the body`, { ...good, body: changed(body, place) }]),
    ...places(signature.length - 2, 70).map((place): [string, Letter] => [`byte ${place} of the signature`, withHeader('wechatpay-signature', changed(signature, place))]),
    ...['', ' ', signature.slice(0, -4), signature.slice(0, -2), `${signature}AAAA`, `WECHATPAY/SIGNTEST/${signature}`, `WECHATPAY/SIGNTEST/`, signature.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''), 'null', '0'.repeat(344), 'A'.repeat(344)]
      .map((one, n): [string, Letter] => [`signature spelt ${n}`, withHeader('wechatpay-signature', one)]),
    ...[JSON.stringify(JSON.parse(body), null, 2), `${body}\n`, ` ${body}`, `\uFEFF${body}`, JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body)).reverse())), body.replaceAll('/', '\\/').replace('{', '{ '), '{}', '', 'null', '[]']
      .map((one, n): [string, Letter] => [`serialised otherwise ${n}`, { ...good, body: one }]),
    ...[-301, 301, -3600, 3600, -86_400, 86_400].map((seconds): [string, Letter] => [`${seconds} s`, at(seconds)]),
    ...[String(timestamp + 1), String(timestamp - 1), String(timestamp * 1000), '', 'NaN', `${timestamp}.0`, `+${timestamp}`, `0${timestamp}`, '1e9', 'Infinity'].map((one): [string, Letter] => [`timestamp ${one}`, withHeader('wechatpay-timestamp', one)]),
    ...['', 'x', `${String(good.headers['wechatpay-nonce'])}0`].map((one): [string, Letter] => [`nonce ${one}`, withHeader('wechatpay-nonce', one)]),
    ...['WECHATPAY2-SM2-WITH-SM3', 'MD5', 'none'].map((one): [string, Letter] => [`type ${one}`, withHeader('wechatpay-signature-type', one)]),
    ['gzip', { headers: { ...good.headers, 'content-encoding': 'gzip' }, body: gzipSync(body) }], ['gzip in name', withHeader('content-encoding', 'gzip')], ['gzip unnamed', { ...good, body: gzipSync(body) }],
    ...['text/xml', 'application/x-www-form-urlencoded', 'text/plain', 'application/jsonp'].map((type): [string, Letter] => [type, withHeader('content-type', type)]),
    ['a key of 16 bytes', signedFor({ key: 'testAPIv3Key0000', cipher: 'aes-128-gcm' })], ['another key', signedFor({ key: 'x'.repeat(32) })],
    ...([{ algorithm: 'AES-256-ECB' }, { algorithm: 'none' }, { ciphertext: '' }, { ciphertext: 'AAAA' }, { nonce: 'x' }, { nonce: '' }, { associated_data: 'refund' }, { associated_data: '' }] as object[]).map((resource): [string, Letter] => [JSON.stringify(resource), signedFor({ resource })]),
    ...([{ resource_type: 'plain' }, { id: '' }, { id: 5 }, { event_type: undefined }] as object[]).map((envelope): [string, Letter] => [JSON.stringify(envelope), signedFor({ envelope })]),
    ...([{ mchid: '1900000110' }, { appid: 'wx0000000000000000' }, { mchid: undefined }, { appid: undefined }, { trade_state: 'NOTPAY' }, { trade_state: 'CLOSED' }, { amount: undefined }, { amount: { total: '6800', currency: 'CNY' } }, { amount: { total: 68.5, currency: 'CNY' } }, { transaction_id: '' }, { success_time: 'soon' }] as object[])
      .map((plain): [string, Letter] => [JSON.stringify(plain), signedFor({ plain })]),
  ];
}

function alipayForgeries(told: { trade_no: string; amount_fen: number; at: Date }): [string, Letter][] {
  const own = keys.alipay;
  const fields = alipayFields(own, told);
  const good = alipayLetter(own, fields);
  const text = String(good.body);
  const whole = Object.fromEntries(new URLSearchParams(text));
  const form = good.headers;
  const without = (name: string) => formLetter(Object.fromEntries(Object.entries(whole).filter(([one]) => one !== name)));
  const signed = (over: Record<string, string>) => alipayLetter(own, { ...fields, ...over });
  return [
    ...Object.keys(whole).map((name): [string, Letter] => [`no ${name}`, without(name)]),
    ...Object.keys(whole).map((name): [string, Letter] => [`${name} twice`, { headers: form, body: `${text}&${name}=${encodeURIComponent(whole[name] ?? '')}` }]),
    ...Object.keys(whole).map((name): [string, Letter] => [`${name} changed`, formLetter({ ...whole, [name]: `${whole[name]}1` })]),
    ...places(text.length, 180).map((place): [string, Letter] => [`byte ${place}`, { headers: form, body: changed(text, place) }]),
    ['a field more', { headers: form, body: `${text}&refund_fee=0.01` }], ['an empty field more', { headers: form, body: `${text}&x=` }],
    ['RSA', alipayLetter(own, fields, own.private_key, 'RSA-SHA1', 'RSA')], ['RSA named RSA2', alipayLetter(own, fields, own.private_key, 'RSA-SHA1')], ['RSA2 named RSA', alipayLetter(own, fields, own.private_key, 'RSA-SHA256', 'RSA')],
    ...['MD5', 'rsa2', 'RSA2 ', '', 'HMAC', 'none', 'RSA256'].map((type): [string, Letter] => [`type ${type}`, formLetter({ ...whole, sign_type: type })]),
    ['a stranger’s key', alipayLetter(own, fields, stranger)], ['the app’s own number signed by another', alipayLetter(own, fields, keys.wechat.private_key)],
    ['MD5 for a signature', formLetter({ ...fields, sign_type: 'MD5', sign: 'd41d8cd98f00b204e9800998ecf8427e' })],
    ...['', ' ', '0', 'null', 'A'.repeat(344), (whole.sign ?? '').slice(0, -4), (whole.sign ?? '').slice(0, -2), `${whole.sign}AAAA`, (whole.sign ?? '').toLowerCase(), `${whole.sign} `].map((sign, n): [string, Letter] => [`signature spelt ${n}`, formLetter({ ...whole, sign })]),
    ['the plain text for a signature', formLetter({ ...whole, sign: Buffer.from(alipayText(fields)).toString('base64') })],
    ...['gbk', '', 'UTF-16', 'utf-8,gbk'].map((charset): [string, Letter] => [`charset ${charset}`, signed({ charset })]),
    ...['2021000000000002', '', ` ${own.app_id}`].map((app_id): [string, Letter] => [`app ${app_id}`, signed({ app_id })]),
    ...['2088000000000002', ''].map((seller_id): [string, Letter] => [`seller ${seller_id}`, signed({ seller_id })]),
    ...['68', '68.0', '68.000', '6.8e1', '-68.00', '+68.00', '６８.００', 'NaN', '', '0x44.00', ' 68.00', '68,00', '1e308', '068.00'].map((total_amount): [string, Letter] => [`total ${total_amount}`, signed({ total_amount })]),
    ...['gmt_payment', 'trade_no', 'notify_id', 'out_trade_no'].map((name): [string, Letter] => [`empty ${name}`, signed({ [name]: '' })]),
    ['gzip', { headers: { ...form, 'content-encoding': 'gzip' }, body: gzipSync(text) }], ['gzip unnamed', { headers: form, body: gzipSync(text) }],
    ['as JSON', { headers: { 'content-type': 'application/json' }, body: JSON.stringify(whole) }], ['as text', { headers: { 'content-type': 'text/plain' }, body: text }], ['nothing', { headers: form, body: '' }], ['broken escape', { headers: form, body: `${text}&x=%E4%B8` }],
  ];
}

describe('no forged notice', () => {
  test.each([['wechat', wechatForgeries], ['alipay', alipayForgeries]] as const)('of %s is taken', async (gateway, forge) => {
    const { order_code, trade_no } = await openTrade(gateway);
    const forged = forge({ trade_no, amount_fen: 6800, at: house.clock.now() });
    expect(forged.length).toBeGreaterThan(250);
    const before = await audits();
    const taken: string[] = [];
    for (const [name, letter] of forged) {
      const { status: said, text } = await post(house.url, gateway, letter);
      if (said < 400 || said >= 500 || text === 'success') taken.push(`${name}: ${said} ${text}`);
    }
    expect(taken).toEqual([]);
    expect(await audits()).toBe(before + forged.length);
    expect(await house.db.select().from(payNotice).where(eq(payNotice.trade_no, trade_no))).toEqual([]);
    expect(await status(order_code)).toMatchObject({ pay_state: 'waiting', order_status: 'pending' });
    const good = gateway === 'wechat' ? wechatNotice(keys.wechat, { trade_no, amount_fen: 6800, at: house.clock.now() }) : alipayNotice(keys.alipay, { trade_no, amount_fen: 6800, at: house.clock.now() });
    expect((await post(house.url, gateway, good)).status).toBe(gateway === 'wechat' ? 204 : 200);
    expect(await status(order_code)).toMatchObject({ pay_state: 'paid' });
  });
});

describe('a true notice', () => {
  const wechat = (trade_no: string, twist?: object, amount_fen = 6800) => post(house.url, 'wechat', wechatNotice(keys.wechat, { trade_no, amount_fen, at: house.clock.now() }, twist));

  test.each([['one fen less', 6799, {}], ['one fen more', 6801, {}], ['in another currency', 6800, { plain: { amount: { total: 6800, currency: 'USD' } } }]])('of %s is held and flagged, never granted', async (_, amount, twist) => {
    const { order_code, trade_no } = await openTrade('wechat');
    expect((await wechat(trade_no, twist, amount)).status).toBe(204);
    const [row] = await house.db.select().from(trade).where(eq(trade.trade_no, trade_no));
    expect(row).toMatchObject({ trade_status: 'succeeded', booked: 'N', held: 'pay_amount' });
    expect(await house.send(orderDetail, { order_code }, learner)).toMatchObject({ order_status: 'pending', paid: '0.00' });
    expect((await status(order_code)).message).toContain('客服');
    const [line] = await house.db.select().from(payAudit).where(eq(payAudit.trade_no, trade_no));
    expect(line).toMatchObject({ event: 'pay_amount' });
  });

  test('about a trade that is not ours, or of the other gateway, changes nothing', async () => {
    const { trade_no, order_code } = await openTrade('alipay');
    for (const number of ['T00000000000000000000000', trade_no]) expect((await wechat(number)).status).toBe(404);
    expect(await status(order_code)).toMatchObject({ pay_state: 'waiting' });
  });

  test('a day old is refused by WeChat’s clock and harmless from Alipay', async () => {
    const [one, two] = [await openTrade('wechat'), await openTrade('alipay')];
    const letters = [wechatNotice(keys.wechat, { trade_no: one.trade_no, amount_fen: 6800, at: house.clock.now() }), alipayNotice(keys.alipay, { trade_no: two.trade_no, amount_fen: 6800, at: house.clock.now() })] as const;
    expect([(await post(house.url, 'wechat', letters[0])).status, (await post(house.url, 'alipay', letters[1])).text]).toEqual([204, 'success']);
    house.clock.pass(86_400_000);
    expect([(await post(house.url, 'wechat', letters[0])).status, (await post(house.url, 'alipay', letters[1])).text]).toEqual([401, 'success']);
    const rows = await house.db.select({ paid: order.paid_fen }).from(order).where(sql`order_code in (${one.order_code}, ${two.order_code})`);
    expect(rows).toEqual([{ paid: 6800 }, { paid: 6800 }]);
    expect(await house.db.select().from(payNotice).where(eq(payNotice.trade_no, two.trade_no))).toHaveLength(1);
  });
});
