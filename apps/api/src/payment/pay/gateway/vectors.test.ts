import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { AlipaySdk } from 'alipay-sdk';
import { describe, expect, test } from 'vitest';
import { type Fields, formLetter } from '../../../../test/pay/notices.ts';
import {
  alipayJava,
  alipayNode,
  alipaySandbox,
  gcm,
  wechatDocumentation,
  wechatGoNotice,
  wechatWholeNotice,
} from '../../../../test/pay/pay-vectors.ts';
import type { AlipaySettings, WechatSettings } from '../../../platform/settings/pay-settings.ts';
import { readAlipayNotice, signedText, verifyRsa2 } from '../alipay/alipay.notice.ts';
import { authorization, decrypt, signLines, verifyBytes } from '../wechat/wechat.crypt.ts';
import { readWechatNotice } from '../wechat/wechat.notice.ts';

/** The same with one bit changed. */
function turned(bytes: Buffer, index: number): Buffer {
  const other = Buffer.from(bytes);
  other[index] = (other[index] ?? 0) ^ 1;
  return other;
}

function everyTurn(base64: string): string[] {
  const bytes = Buffer.from(base64, 'base64');
  return [...bytes.keys()].map((index) => turned(bytes, index).toString('base64'));
}

describe('WeChat Pay, with the vectors of its documentation', () => {
  const { merchant, stamp, requests, page } = wechatDocumentation;

  test.each(requests)(
    'a $method request has the published signature',
    ({ signature, ...request }) => {
      const published = `WECHATPAY2-SHA256-RSA2048 mchid="1900007291",nonce_str="${stamp.nonce}",signature="${signature}",timestamp="${stamp.timestamp}",serial_no="${merchant.serial}"`;
      expect(authorization({ ...request, ...stamp }, merchant)).toBe(published);
      expect(
        authorization({ ...request, ...stamp, body: `${request.body} ` }, merchant),
      ).not.toContain(signature);
      expect(
        authorization({ ...request, ...stamp, path: `${request.path}?` }, merchant),
      ).not.toContain(signature);
    },
  );

  test('so do the parameters for payments inside WeChat', () => {
    expect(
      signLines(
        [page.appid, stamp.timestamp, stamp.nonce, `prepay_id=${page.prepay_id}`],
        merchant.privateKey,
      ),
    ).toBe(page.signature);
    expect(
      signLines([page.appid, stamp.timestamp, stamp.nonce, page.prepay_id], merchant.privateKey),
    ).not.toBe(page.signature);
  });
});

describe('WeChat Pay, with the vectors of its SDKs', () => {
  test('the notification of the Go SDK is signed and verified, and rejected with one byte changed', () => {
    const { timestamp, nonce, body, signature, publicKey, privateKey } = wechatGoNotice;
    const bytes = Buffer.from(body);
    expect(signLines([timestamp, nonce, body], privateKey)).toBe(signature);
    expect(verifyBytes(timestamp, nonce, bytes, signature, publicKey)).toBe(true);
    expect(verifyBytes(timestamp, nonce, bytes, signature, wechatWholeNotice.publicKey)).toBe(
      false,
    );
    expect(verifyBytes('1624523847', nonce, bytes, signature, publicKey)).toBe(false);
    expect(verifyBytes(timestamp, nonce.toLowerCase(), bytes, signature, publicKey)).toBe(false);
    for (const index of bytes.keys())
      expect(verifyBytes(timestamp, nonce, turned(bytes, index), signature, publicKey)).toBe(false);
    for (const other of everyTurn(signature))
      expect(verifyBytes(timestamp, nonce, bytes, other, publicKey)).toBe(false);
  });

  test.each(gcm)(
    '$source decrypts to "$plain", and fails with one byte changed',
    ({ apiV3Key, resource, plain }) => {
      expect(decrypt(resource, apiV3Key)).toBe(plain);
      for (const ciphertext of everyTurn(resource.ciphertext))
        expect(() => decrypt({ ...resource, ciphertext }, apiV3Key)).toThrow('authenticate');
      for (const name of ['nonce', 'associated_data'] as const)
        expect(() =>
          decrypt(
            { ...resource, [name]: turned(Buffer.from(resource[name]), 3).toString() },
            apiV3Key,
          ),
        ).toThrow('authenticate');
      expect(() => decrypt({ ...resource, associated_data: '' }, apiV3Key)).toThrow('authenticate');
      expect(() => decrypt(resource, turned(Buffer.from(apiV3Key), 31).toString())).toThrow(
        'authenticate',
      );
    },
  );

  describe('a complete payment notification', () => {
    const { publicKey, serial, apiV3Key, timestamp, nonce, body, signature } = wechatWholeNotice;
    const settings: WechatSettings = {
      base: '',
      mchid: '1601959334',
      appid: 'wx81be3101902f7cb2',
      serial: '',
      privateKey: '',
      apiV3Key,
      platformKeys: { [serial]: publicKey },
    };
    const letter = [
      'Content-Type',
      'application/json',
      'Wechatpay-Nonce',
      nonce,
      'Wechatpay-Signature',
      signature,
      'Wechatpay-Timestamp',
      timestamp,
      'Wechatpay-Serial',
      serial,
    ];
    const then = new Date(Number(timestamp) * 1000);
    const read = (sent = body, headers = letter, at = then, merchant = settings) =>
      readWechatNotice(Buffer.from(sent), headers, at, merchant);

    test('is parsed', () => {
      const paid = {
        state: 'paid',
        gateway_no: '4200000925202101284997714292',
        amount_fen: 1,
        currency: 'CNY',
        at: new Date('2021-01-28T09:07:11Z'),
      };
      expect(read()).toEqual({
        key: 'b62e271c-3389-58a0-8146-4a704966e8f1',
        kind: 'payment',
        trade_no: 'S20210128170702357723',
        gateway_no: paid.gateway_no,
        paid,
      });
    });

    test('is rejected with any field changed', () => {
      expect(() => read(body.replace('支付成功', '支付失败'))).toThrow('wrong signature');
      expect(() => read(`${body}\n`)).toThrow('wrong signature');
      expect(() => read(body, letter.with(3, 'AF1404CC2980FB414C99C0B98883BD43'))).toThrow(
        'wrong signature',
      );
      expect(() => read(body, letter.with(7, String(Number(timestamp) + 1)))).toThrow(
        'wrong signature',
      );
      expect(() => read(body, letter.with(9, '477ED0046A54F0360A72A63A8F2816312AAEAB54'))).toThrow(
        'unknown serial',
      );
      for (const other of everyTurn(signature))
        expect(() => read(body, letter.with(5, other))).toThrow('wrong signature');
    });

    test('is rejected when expired, for another merchant, or with another key', () => {
      expect(() => read(body, letter, new Date(then.getTime() + 301_000))).toThrow(
        'outside of the time window',
      );
      expect(() => read(body, letter, then, { ...settings, mchid: '1230000109' })).toThrow(
        'another merchant',
      );
      expect(() => read(body, letter, then, { ...settings, appid: 'wxd678efh567hg6787' })).toThrow(
        'another app',
      );
      expect(() =>
        read(body, letter, then, { ...settings, apiV3Key: apiV3Key.toLowerCase() }),
      ).toThrow('cannot be opened');
    });
  });
});

describe('Alipay, with the vectors of its SDKs', () => {
  const raw = ['content-type', 'application/x-www-form-urlencoded; charset=utf-8'];
  const settingsFor = (fields: Fields, publicKey: string): AlipaySettings => ({
    gateway: '',
    page: '',
    appId: fields.app_id ?? '',
    sellerId: fields.seller_id ?? '',
    privateKey: '',
    publicKey,
  });
  const read = (fields: Fields, publicKey: string) =>
    readAlipayNotice(
      Buffer.from(String(formLetter(fields).body)),
      raw,
      settingsFor(fields, publicKey),
    );
  const paid = { state: 'paid', currency: 'CNY' };

  test('notifications are parsed', () => {
    expect(read(alipayNode.notice, alipayNode.publicKey)).toEqual({
      key: '2019081500222155624068450559358070',
      kind: 'payment',
      trade_no: '20190815155618536-564-57',
      gateway_no: '2019081522001468450512505578',
      paid: {
        ...paid,
        gateway_no: '2019081522001468450512505578',
        amount_fen: 10,
        at: new Date('2019-08-15T07:56:24Z'),
      },
    });
    expect(read(alipaySandbox.notice, alipaySandbox.publicKey)).toEqual({
      key: '2023122101222162644199160501632046',
      kind: 'payment',
      trade_no: '1703147160',
      gateway_no: '2023122122001499160501589436',
      paid: {
        ...paid,
        gateway_no: '2023122122001499160501589436',
        amount_fen: 1,
        at: new Date('2023-12-21T08:26:43Z'),
      },
    });
  });

  test.each([
    { of: 'Alipay’s SDK', ...alipayNode },
    { of: 'a sandbox', ...alipaySandbox },
  ])(
    'the notification of $of is rejected with any field changed, added or omitted, or a byte of its signature changed',
    ({ notice, publicKey }) => {
      const fields: Fields = notice;
      const unsigned = new Set(['sign', 'sign_type']);
      for (const [name, value] of Object.entries(fields).filter(
        ([one]) => !unsigned.has(one) && one !== 'charset',
      )) {
        expect(() => read({ ...fields, [name]: `${value}1` }, publicKey)).toThrow(
          'wrong signature',
        );
        expect(() =>
          read(
            Object.fromEntries(Object.entries(fields).filter(([one]) => one !== name)),
            publicKey,
          ),
        ).toThrow('wrong signature');
      }
      expect(() => read({ ...fields, refund_fee: '0.01' }, publicKey)).toThrow('wrong signature');
      expect(() => read({ ...fields, charset: 'UTF-8' }, publicKey)).toThrow('wrong signature');
      for (const sign of everyTurn(notice.sign))
        expect(() => read({ ...fields, sign }, publicKey)).toThrow('wrong signature');
    },
  );

  test('what the SDK rejects is rejected', () => {
    expect(() => read(alipayNode.forged, alipayNode.publicKey)).toThrow('wrong signature');
  });

  test.each(alipayJava.signed)(
    '$content is verified, and rejected with one byte changed',
    ({ content, signature }) => {
      expect(verifyRsa2(content, signature, alipayJava.publicKey)).toBe(true);
      expect(verifyRsa2(`${content} `, signature, alipayJava.publicKey)).toBe(false);
      expect(verifyRsa2(content, signature, alipayNode.publicKey)).toBe(false);
      // A request's signature covers `sign_type`, a notification's does not: they are not
      // interchangeable.
      expect(
        verifyRsa2(
          signedText(new Map(new URLSearchParams(content))),
          signature,
          alipayJava.publicKey,
        ),
      ).toBe(false);
      for (const other of everyTurn(signature))
        expect(verifyRsa2(content, other, alipayJava.publicKey)).toBe(false);
    },
  );

  test('a query by the SDK in use has the published signature', async () => {
    const { request, signature, privateKey, publicKey } = alipaySandbox;
    const {
      app_id: appId,
      method,
      return_url: returnUrl,
      notify_url: notifyUrl,
      timestamp,
      format,
      app_cert_sn,
      alipay_root_cert_sn,
      biz_content,
    } = request;
    const letters: string[] = [];
    const server = createServer(async (asked, reply) => {
      letters.push(`${asked.url?.split('?')[1]}&${await text(asked)}`);
      reply.end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const gateway = `http://127.0.0.1:${(server.address() as AddressInfo).port}/gateway.do`;
    const sdk = new AlipaySdk({
      gateway,
      appId,
      privateKey,
      alipayPublicKey: publicKey,
      keyType: 'PKCS8',
      camelcase: false,
    });
    await sdk
      .exec(method, {
        bizContent: JSON.parse(biz_content) as object,
        returnUrl,
        notifyUrl,
        timestamp,
        format,
        app_cert_sn,
        alipay_root_cert_sn,
      })
      .catch(() => undefined);
    server.close();
    expect(letters.map((letter) => Object.fromEntries(new URLSearchParams(letter)))).toEqual([
      { ...request, sign: signature },
    ]);
  });
});
