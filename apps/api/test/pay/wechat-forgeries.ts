import { gzipSync } from 'node:zlib';
import type { GatewayFile } from '../../src/platform/settings/sandbox-keys.ts';
import {
  type NoticeRequest,
  type PaymentFacts,
  wechatBody,
  wechatLetter,
  wechatNotice,
} from './notices.ts';
import { changed, places, stranger } from './tampering.ts';

/** Named forgeries of a WeChat payment notification. `beyond`: seconds beyond the allowed age,
 * early or late. */
export function wechatForgeries(
  keys: GatewayFile,
  payment: PaymentFacts,
  beyond = 301,
): [string, NoticeRequest][] {
  const own = keys.wechat;
  const body = wechatBody(own, payment);
  const good = wechatLetter(own, body, payment.at);
  const signature = String(good.headers['wechatpay-signature']);
  const timestamp = Number(good.headers['wechatpay-timestamp']);
  const withHeader = (name: string, value: string | string[]): NoticeRequest => ({
    ...good,
    headers: { ...good.headers, [name]: value },
  });
  const names = [
    'wechatpay-timestamp',
    'wechatpay-nonce',
    'wechatpay-serial',
    'wechatpay-signature',
    'content-type',
  ];
  const signedFor = (twist: Parameters<typeof wechatBody>[2]) => wechatNotice(own, payment, twist);
  const at = (seconds: number) =>
    wechatLetter(own, body, new Date(payment.at.getTime() + seconds * 1000));
  return [
    ...names.map((name): [string, NoticeRequest] => [
      `no ${name}`,
      {
        ...good,
        headers: Object.fromEntries(Object.entries(good.headers).filter(([one]) => one !== name)),
      },
    ]),
    ...names.map((name): [string, NoticeRequest] => [
      `${name} twice`,
      withHeader(name, [String(good.headers[name]), String(good.headers[name])]),
    ]),
    ...[
      '',
      own.merchant_serial,
      own.serial.toLowerCase(),
      `${own.serial}0`,
      '__proto__',
      'constructor',
      'toString',
    ].map((serial): [string, NoticeRequest] => [
      `serial ${serial}`,
      withHeader('wechatpay-serial', serial),
    ]),
    ['a stranger’s key', wechatLetter(own, body, payment.at, stranger)],
    ['SHA-1', wechatLetter(own, body, payment.at, own.private_key, 'RSA-SHA1')],
    ['MD5', wechatLetter(own, body, payment.at, own.private_key, 'RSA-MD5')],
    ['SHA-512', wechatLetter(own, body, payment.at, own.private_key, 'RSA-SHA512')],
    ['PSS', wechatLetter(own, body, payment.at, { key: own.private_key, padding: 6 })],
    ...places(body.length, 90).map((place): [string, NoticeRequest] => [
      `byte ${place} of the body`,
      { ...good, body: changed(body, place) },
    ]),
    ...places(signature.length - 2, 70).map((place): [string, NoticeRequest] => [
      `byte ${place} of the signature`,
      withHeader('wechatpay-signature', changed(signature, place)),
    ]),
    ...[
      '',
      ' ',
      signature.slice(0, -4),
      signature.slice(0, -2),
      `${signature}AAAA`,
      `WECHATPAY/SIGNTEST/${signature}`,
      `WECHATPAY/SIGNTEST/`,
      signature.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
      'null',
      '0'.repeat(344),
      'A'.repeat(344),
    ].map((item, n): [string, NoticeRequest] => [
      `signature spelt ${n}`,
      withHeader('wechatpay-signature', item),
    ]),
    ...[
      JSON.stringify(JSON.parse(body), null, 2),
      `${body}\n`,
      ` ${body}`,
      `\uFEFF${body}`,
      JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body)).reverse())),
      body.replaceAll('/', '\\/').replace('{', '{ '),
      '{}',
      '',
      'null',
      '[]',
    ].map((item, n): [string, NoticeRequest] => [
      `serialised otherwise ${n}`,
      { ...good, body: item },
    ]),
    ...[-beyond, beyond, -3600, 3600, -86_400, 86_400].map((seconds): [string, NoticeRequest] => [
      `${seconds} s`,
      at(seconds),
    ]),
    ...[
      String(timestamp + 1),
      String(timestamp - 1),
      String(timestamp * 1000),
      '',
      'NaN',
      `${timestamp}.0`,
      `+${timestamp}`,
      `0${timestamp}`,
      '1e9',
      'Infinity',
    ].map((item): [string, NoticeRequest] => [
      `timestamp ${item}`,
      withHeader('wechatpay-timestamp', item),
    ]),
    ...['', 'x', `${String(good.headers['wechatpay-nonce'])}0`].map(
      (item): [string, NoticeRequest] => [`nonce ${item}`, withHeader('wechatpay-nonce', item)],
    ),
    ...['WECHATPAY2-SM2-WITH-SM3', 'MD5', 'none'].map((item): [string, NoticeRequest] => [
      `type ${item}`,
      withHeader('wechatpay-signature-type', item),
    ]),
    ['gzip', { headers: { ...good.headers, 'content-encoding': 'gzip' }, body: gzipSync(body) }],
    ['gzip in name', withHeader('content-encoding', 'gzip')],
    ['gzip unnamed', { ...good, body: gzipSync(body) }],
    ...['text/xml', 'application/x-www-form-urlencoded', 'text/plain', 'application/jsonp'].map(
      (type): [string, NoticeRequest] => [type, withHeader('content-type', type)],
    ),
    ['a key of 16 bytes', signedFor({ key: 'testAPIv3Key0000', cipher: 'aes-128-gcm' })],
    ['another key', signedFor({ key: 'x'.repeat(32) })],
    ...(
      [
        { algorithm: 'AES-256-ECB' },
        { algorithm: 'none' },
        { ciphertext: '' },
        { ciphertext: 'AAAA' },
        { nonce: 'x' },
        { nonce: '' },
        { associated_data: 'refund' },
        { associated_data: '' },
      ] as object[]
    ).map((resource): [string, NoticeRequest] => [
      JSON.stringify(resource),
      signedFor({ resource }),
    ]),
    ...(
      [{ resource_type: 'plain' }, { id: '' }, { id: 5 }, { event_type: undefined }] as object[]
    ).map((envelope): [string, NoticeRequest] => [
      JSON.stringify(envelope),
      signedFor({ envelope }),
    ]),
    ...(
      [
        { mchid: '1900000110' },
        { appid: 'wx0000000000000000' },
        { mchid: undefined },
        { appid: undefined },
        { trade_state: 'NOTPAY' },
        { trade_state: 'CLOSED' },
        { amount: undefined },
        { amount: { total: '6800', currency: 'CNY' } },
        { amount: { total: 68.5, currency: 'CNY' } },
        { transaction_id: '' },
        { success_time: 'soon' },
      ] as object[]
    ).map((plain): [string, NoticeRequest] => [JSON.stringify(plain), signedFor({ plain })]),
  ];
}
