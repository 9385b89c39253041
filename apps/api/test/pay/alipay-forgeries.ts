import { gzipSync } from 'node:zlib';
import type { GatewayFile } from '../../src/platform/settings/sandbox-keys.ts';
import {
  alipayFields,
  alipayLetter,
  alipayText,
  formLetter,
  type NoticeRequest,
  type PaymentFacts,
} from './notices.ts';
import { changed, places, stranger } from './tampering.ts';

/** Named forgeries of an Alipay payment notification; none is time-dependent. */
export function alipayForgeries(
  keys: GatewayFile,
  payment: PaymentFacts,
): [string, NoticeRequest][] {
  const own = keys.alipay;
  const fields = alipayFields(own, payment);
  const good = alipayLetter(own, fields);
  const text = String(good.body);
  const whole = Object.fromEntries(new URLSearchParams(text));
  const form = good.headers;
  const without = (name: string) =>
    formLetter(Object.fromEntries(Object.entries(whole).filter(([one]) => one !== name)));
  const signed = (over: Record<string, string>) => alipayLetter(own, { ...fields, ...over });
  return [
    ...Object.keys(whole).map((name): [string, NoticeRequest] => [`no ${name}`, without(name)]),
    ...Object.keys(whole).map((name): [string, NoticeRequest] => [
      `${name} twice`,
      { headers: form, body: `${text}&${name}=${encodeURIComponent(whole[name] ?? '')}` },
    ]),
    ...Object.keys(whole).map((name): [string, NoticeRequest] => [
      `${name} changed`,
      formLetter({ ...whole, [name]: `${whole[name]}1` }),
    ]),
    ...places(text.length, 180).map((place): [string, NoticeRequest] => [
      `byte ${place}`,
      { headers: form, body: changed(text, place) },
    ]),
    ['a field more', { headers: form, body: `${text}&refund_fee=0.01` }],
    ['an empty field more', { headers: form, body: `${text}&x=` }],
    ['RSA', alipayLetter(own, fields, own.private_key, 'RSA-SHA1', 'RSA')],
    ['RSA named RSA2', alipayLetter(own, fields, own.private_key, 'RSA-SHA1')],
    ['RSA2 named RSA', alipayLetter(own, fields, own.private_key, 'RSA-SHA256', 'RSA')],
    ...['MD5', 'rsa2', 'RSA2 ', '', 'HMAC', 'none', 'RSA256'].map(
      (type): [string, NoticeRequest] => [
        `type ${type}`,
        formLetter({ ...whole, sign_type: type }),
      ],
    ),
    ['a stranger’s key', alipayLetter(own, fields, stranger)],
    ['the app’s own number signed by another', alipayLetter(own, fields, keys.wechat.private_key)],
    [
      'MD5 for a signature',
      formLetter({ ...fields, sign_type: 'MD5', sign: 'd41d8cd98f00b204e9800998ecf8427e' }),
    ],
    ...[
      '',
      ' ',
      '0',
      'null',
      'A'.repeat(344),
      (whole.sign ?? '').slice(0, -4),
      (whole.sign ?? '').slice(0, -2),
      `${whole.sign}AAAA`,
      (whole.sign ?? '').toLowerCase(),
      `${whole.sign} `,
    ].map((sign, n): [string, NoticeRequest] => [
      `signature spelt ${n}`,
      formLetter({ ...whole, sign }),
    ]),
    [
      'the plain text for a signature',
      formLetter({ ...whole, sign: Buffer.from(alipayText(fields)).toString('base64') }),
    ],
    ...['gbk', '', 'UTF-16', 'utf-8,gbk'].map((charset): [string, NoticeRequest] => [
      `charset ${charset}`,
      signed({ charset }),
    ]),
    ...['2021000000000002', '', ` ${own.app_id}`].map((appId): [string, NoticeRequest] => [
      `app ${appId}`,
      signed({ app_id: appId }),
    ]),
    ...['2088000000000002', ''].map((sellerId): [string, NoticeRequest] => [
      `seller ${sellerId}`,
      signed({ seller_id: sellerId }),
    ]),
    ...[
      '68',
      '68.0',
      '68.000',
      '6.8e1',
      '-68.00',
      '+68.00',
      '６８.００',
      'NaN',
      '',
      '0x44.00',
      ' 68.00',
      '68,00',
      '1e308',
      '068.00',
    ].map((totalAmount): [string, NoticeRequest] => [
      `total ${totalAmount}`,
      signed({ total_amount: totalAmount }),
    ]),
    ...['gmt_payment', 'trade_no', 'notify_id', 'out_trade_no'].map(
      (name): [string, NoticeRequest] => [`empty ${name}`, signed({ [name]: '' })],
    ),
    ['gzip', { headers: { ...form, 'content-encoding': 'gzip' }, body: gzipSync(text) }],
    ['gzip unnamed', { headers: form, body: gzipSync(text) }],
    ['as JSON', { headers: { 'content-type': 'application/json' }, body: JSON.stringify(whole) }],
    ['as text', { headers: { 'content-type': 'text/plain' }, body: text }],
    ['nothing', { headers: form, body: '' }],
    ['broken escape', { headers: form, body: `${text}&x=%E4%B8` }],
  ];
}
