import { createSign, randomBytes, verify } from 'node:crypto';
import { rmSync } from 'node:fs';
import { AlipaySdk } from 'alipay-sdk';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import WxPay from 'wechatpay-node-v3';
import { sandboxPay } from '../../../test/pay/cashier.ts';
import {
  alipayFields,
  alipayLetter,
  type Fields,
  wechatBody,
  wechatLetter,
} from '../../../test/pay/notices.ts';
import { readAlipayNotice, signedText, verifyRsa2 } from './alipay/alipay.notice.ts';
import { authorization, decrypt, signLines, verifyBytes } from './wechat/wechat.crypt.ts';
import { wechatClient } from './wechat/wechat.client.ts';

const { pay, keys, folder } = sandboxPay();
afterAll(() => rmSync(folder, { recursive: true }));
const { wechat, alipay } = pay;
if (!wechat || !alipay) throw new Error('no settings');

const other = new WxPay({
  appid: wechat.appid,
  mchid: wechat.mchid,
  serial_no: wechat.serial,
  publicKey: Buffer.from(''),
  privateKey: Buffer.from(wechat.privateKey),
});
const sdk = new AlipaySdk({
  appId: alipay.appId,
  privateKey: alipay.privateKey,
  alipayPublicKey: alipay.publicKey,
  keyType: 'PKCS8',
});
const word = fc.stringMatching(/^[0-9A-Za-z]{1,32}$/);

describe('WeChat Pay v3 compared with another client', () => {
  test('requests have the same signature', () => {
    fc.assert(
      fc.property(
        word,
        fc.integer({ min: 1, max: 2_000_000_000 }),
        fc.webPath(),
        fc.option(fc.json(), { nil: '' }),
        (nonce, seconds, path, body) => {
          const [method, timestamp] = [body ? 'POST' : 'GET', String(seconds)];
          const theirs = other.getAuthorization(
            nonce,
            timestamp,
            other.getSignature(method, nonce, timestamp, path, body),
          );
          const parts = (text: string) =>
            [...text.matchAll(/(\w+)="([^"]*)"/g)]
              .map(([, name, value]) => `${name}=${value}`)
              .sort();
          expect(parts(authorization({ method, path, body, timestamp, nonce }, wechat))).toEqual(
            parts(theirs),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  test('both decrypt the same, and reject modified input', () => {
    const { resource } = JSON.parse(
      wechatBody(keys.wechat, { trade_no: 'T1', amount_fen: 6800, at: new Date() }),
    ) as { resource: { ciphertext: string; nonce: string; associated_data: string } };
    expect(JSON.parse(decrypt(resource, wechat.apiV3Key))).toEqual(
      other.decipher_gcm(
        resource.ciphertext,
        resource.associated_data,
        resource.nonce,
        wechat.apiV3Key,
      ),
    );
    const bytes = Buffer.from(resource.ciphertext, 'base64');
    for (let index = 0; index < bytes.length; index += 7) {
      const touched = Buffer.from(bytes);
      touched[index] = (touched[index] ?? 0) ^ 1;
      expect(() =>
        decrypt({ ...resource, ciphertext: touched.toString('base64') }, wechat.apiV3Key),
      ).toThrow();
    }
  });

  test('the vector of the Go client has a 16-byte key, which no merchant has: rejected', () => {
    const vector = {
      ciphertext: 'FsdXzxryWfKwvLJKf8LG/ToRPTRh8RN9wROC',
      nonce: 'wCq51qZv4Yfg',
      associated_data: 'Dl56FrqWQJF1t9LtC3vEUsniZKvbqdR8',
    };
    expect(() => decrypt(vector, 'testAPIv3Key0000')).toThrow('32 bytes');
  });

  test('both accept the signatures of notifications, as does the one-shot verification of Node', async () => {
    const body = wechatBody(keys.wechat, { trade_no: 'T1', amount_fen: 1, at: new Date() });
    const { headers } = wechatLetter(keys.wechat, body, new Date());
    const [timestamp, nonce, signature] = ['timestamp', 'nonce', 'signature'].map((name) =>
      String(headers[`wechatpay-${name}`]),
    ) as [string, string, string];
    const key = Object.values(wechat.platformKeys)[0] ?? '';
    Reflect.set(WxPay, 'certificates', wechat.platformKeys);
    expect(
      await other.verifySign({
        timestamp,
        nonce,
        body,
        serial: String(headers['wechatpay-serial']),
        signature,
      }),
    ).toBe(true);
    expect(verifyBytes(timestamp, nonce, Buffer.from(body), signature, key)).toBe(true);
    expect(
      verify(
        'sha256',
        Buffer.from(`${timestamp}\n${nonce}\n${body}\n`),
        key,
        Buffer.from(signature, 'base64'),
      ),
    ).toBe(true);
    expect(verifyBytes(timestamp, nonce, Buffer.from(`${body} `), signature, key)).toBe(false);
  });

  test('parameters for payments inside WeChat are signed in the documented order', () => {
    const { jsapi } = wechatClient(wechat, '').show(
      { prepay_id: 'wx201410272009395522657a690389285100' },
      new Date(1_414_561_699_000),
    );
    expect(jsapi).toMatchObject({
      appId: wechat.appid,
      timeStamp: '1414561699',
      package: 'prepay_id=wx201410272009395522657a690389285100',
      signType: 'RSA',
    });
    expect(jsapi?.paySign).toBe(
      other.sha256WithRsa(
        `${jsapi?.appId}\n${jsapi?.timeStamp}\n${jsapi?.nonceStr}\n${jsapi?.package}\n`,
      ),
    );
    expect(jsapi?.paySign).toBe(
      signLines(
        [wechat.appid, '1414561699', jsapi?.nonceStr ?? '', jsapi?.package ?? ''],
        wechat.privateKey,
      ),
    );
  });
});

describe('Alipay compared with its own SDK', () => {
  const values = fc.dictionary(
    fc.stringMatching(/^[a-z_]{1,12}$/),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    { maxKeys: 8 },
  );

  test('both verify the same signatures', () => {
    fc.assert(
      fc.property(values, (more) => {
        const fields: Fields = {
          ...Object.fromEntries(
            Object.entries(more).filter(([name]) => name !== 'sign' && name !== 'sign_type'),
          ),
          ...alipayFields(keys.alipay, { trade_no: 'T1', amount_fen: 6800, at: new Date() }),
        };
        const letter = alipayLetter(keys.alipay, fields);
        const whole = Object.fromEntries(new URLSearchParams(String(letter.body)));
        const lone = Object.values(fields).some((value) => !value.isWellFormed());
        if (lone) return;
        expect(sdk.checkNotifySignV2(whole)).toBe(true);
        const raw = ['content-type', 'application/x-www-form-urlencoded; charset=utf-8'];
        if (!('gmt_refund' in fields || 'refund_fee' in fields))
          expect(readAlipayNotice(Buffer.from(String(letter.body)), raw, alipay)).toMatchObject({
            trade_no: 'T1',
            paid: { amount_fen: 6800, currency: 'CNY' },
          });
      }),
      { numRuns: 60 },
    );
  });

  test('the SDK accepts RSA, this check only RSA2', () => {
    const fields = alipayFields(keys.alipay, { trade_no: 'T1', amount_fen: 6800, at: new Date() });
    const letter = alipayLetter(keys.alipay, fields, keys.alipay.private_key, 'RSA-SHA1', 'RSA');
    expect(
      sdk.checkNotifySignV2(Object.fromEntries(new URLSearchParams(String(letter.body)))),
    ).toBe(true);
    expect(() =>
      readAlipayNotice(
        Buffer.from(String(letter.body)),
        ['content-type', 'application/x-www-form-urlencoded'],
        alipay,
      ),
    ).toThrow('another signature type');
  });

  test('text is signed as UTF-8 over sorted fields', () => {
    const fields = new Map([
      ['b', '中'],
      ['a', ''],
      ['sign', 'x'],
      ['sign_type', 'RSA2'],
    ]);
    expect(signedText(fields)).toBe('a=&b=中');
    const sign = createSign('RSA-SHA256')
      .update('a=&b=中', 'utf8')
      .sign(keys.alipay.private_key, 'base64');
    expect(verifyRsa2('a=&b=中', sign, alipay.publicKey)).toBe(true);
    expect(verifyRsa2('a=&b=中', randomBytes(256).toString('base64'), alipay.publicKey)).toBe(
      false,
    );
  });
});
