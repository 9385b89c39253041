import { expect, test } from 'vitest';
import { gatewayPlace } from './gateway-place.rules.ts';

const pay = 'http://pay.cme.localhost:8080';

test.each([
  [
    `${pay}/wechat/t?from=h5`,
    'http://192.168.1.20:8080',
    'http://192.168.1.20:8080/pay-gateway/wechat/t?from=h5',
  ],
  [
    `${pay}/gateway.do?sign=a%2Bb`,
    'http://10.0.0.5:8080',
    'http://10.0.0.5:8080/pay-gateway/gateway.do?sign=a%2Bb',
  ],
  [
    `${pay}/connect#wechat_redirect`,
    'http://127.0.0.1:8080',
    'http://127.0.0.1:8080/pay-gateway/connect#wechat_redirect',
  ],
  [`${pay}/wechat/t`, 'http://localhost:8080', 'http://localhost:8080/pay-gateway/wechat/t'],
  [`${pay}/wechat/t`, 'http://cme.localhost:8080', `${pay}/wechat/t`],
  [`${pay}/wechat/t`, 'http://hospital.localhost:8080', `${pay}/wechat/t`],
  [`${pay}/wechat/t`, undefined, `${pay}/wechat/t`],
  [`${pay}/wechat/t`, 'http://8.8.8.8:8080', `${pay}/wechat/t`],
  [
    'https://openapi.alipay.com/gateway.do',
    'http://10.0.0.5:8080',
    'https://openapi.alipay.com/gateway.do',
  ],
  ['weixin://wxpay/bizpayurl?pr=1', 'http://10.0.0.5:8080', 'weixin://wxpay/bizpayurl?pr=1'],
])('%s seen from %s is at %s', (address, origin, expected) =>
  expect(gatewayPlace(address, origin, 'cme.localhost')).toBe(expected),
);
