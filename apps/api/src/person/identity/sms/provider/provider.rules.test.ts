import { describe, expect, test } from 'vitest';
import { signAliyun } from './aliyun.sign.ts';
import { judgeAliyun, judgeTencent } from './codes.rules.ts';
import { signTencent } from './tencent.sign.ts';
import { badVariables, chooseWording } from './wording.rules.ts';

describe('the signature', () => {
  test('of Aliyun, version 3, equals the one of its documentation', () => {
    const { search, headers } = signAliyun(
      {
        host: 'ecs.cn-shanghai.aliyuncs.com',
        action: 'RunInstances',
        version: '2014-05-26',
        query: {
          RegionId: 'cn-shanghai',
          ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd',
        },
        date: new Date('2023-10-26T10:22:32Z'),
        nonce: '3156853299f313e23d1673dc12e1703d',
      },
      'YourAccessKeyId',
      'YourAccessKeySecret',
    );
    expect(search).toBe(
      'ImageId=win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd&RegionId=cn-shanghai',
    );
    expect(headers['authorization']).toBe(
      'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
    );
  });

  const body =
    '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}';
  test.each([
    [
      'two signed headers',
      'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE',
      'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE',
      {},
      'SignedHeaders=content-type;host, Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168',
    ],
    [
      'the action signed too',
      `AKID${'*'.repeat(32)}`,
      '*'.repeat(32),
      { 'x-tc-action': 'DescribeInstances' },
      'SignedHeaders=content-type;host;x-tc-action, Signature=10b1a37a7301a02ca19a647ad722d5e43b4b3cff309d421d85b46093f6ab6c4f',
    ],
  ])('of Tencent Cloud with %s equals the one of its documentation', (_, id, key, signed, end) => {
    const request = { service: 'cvm', host: 'cvm.tencentcloudapi.com', timestamp: 1551113065 };
    expect(signTencent({ ...request, body, signed }, id, key)['authorization']).toBe(
      `TC3-HMAC-SHA256 Credential=${id}/2019-02-25/cvm/tc3_request, ${end}`,
    );
  });
});

test.each([
  ['aliyun', 'isv.MOBILE_NUMBER_ILLEGAL', 'number'],
  ['aliyun', 'isv.BUSINESS_LIMIT_CONTROL', 'limit'],
  ['aliyun', 'Throttling.User', 'busy'],
  ['aliyun', 'isp.SYSTEM_ERROR', 'unknown'],
  ['aliyun', 'isv.AMOUNT_NOT_ENOUGH', 'account'],
  ['aliyun', 'isv.OUT_OF_SERVICE', 'account'],
  ['aliyun', 'isv.DAY_LIMIT_CONTROL', 'account'],
  ['aliyun', 'isv.SMS_SIGNATURE_ILLEGAL', 'account'],
  ['aliyun', 'isp.RAM_PERMISSION_DENY', 'account'],
  ['aliyun', 'SignatureDoesNotMatch', 'account'],
  ['aliyun', 'a code of tomorrow', 'account'],
  ['tencent', 'InvalidParameterValue.IncorrectPhoneNumber', 'number'],
  ['tencent', 'FailedOperation.PhoneNumberInBlacklist', 'number'],
  ['tencent', 'LimitExceeded.PhoneNumberThirtySecondLimit', 'limit'],
  ['tencent', 'LimitExceeded.PhoneNumberDailyLimit', 'limit'],
  ['tencent', 'LimitExceeded.DeliveryFrequencyLimit', 'limit'],
  ['tencent', 'RequestLimitExceeded', 'busy'],
  ['tencent', 'InternalError.Timeout', 'unknown'],
  ['tencent', 'LimitExceeded.AppDailyLimit', 'account'],
  ['tencent', 'FailedOperation.InsufficientBalanceInSmsPackage', 'account'],
  ['tencent', 'AuthFailure.SignatureFailure', 'account'],
  ['tencent', 'a code of tomorrow', 'account'],
])('the code of %s %s means: %s', (provider, code, expected) => {
  expect((provider === 'aliyun' ? judgeAliyun : judgeTencent)(code)).toBe(expected);
});

test.each([
  ['aliyun', '123456', '5', undefined],
  ['tencent', '123456', '15', undefined],
  ['aliyun', '1234567', '', 'variable-refused'],
  ['aliyun', '123', '', 'variable-refused'],
  ['aliyun', '123456', '五'.repeat(36), 'variable-refused'],
  ['aliyun', '123456', '😀'.repeat(35), undefined],
  ['tencent', '12345a', '', 'variable-refused'],
  ['tencent', '1234567', '', 'variable-refused'],
  ['tencent', '123456', '五分钟', 'variable-refused'],
] as const)('%s with the variables %s and %s: %s', (provider, code, minutes, expected) => {
  expect(badVariables(provider, code, minutes)?.code).toBe(expected);
});

test('a site has its own signature and templates, each scene perhaps another one', () => {
  const settings = { sign: '培训中心', template: 'SMS_1,regist:SMS_2+minutes' };
  const own = { sign: '省人民医院', template: 'SMS_3' };
  const choose = (scene: string, wording: Partial<typeof own>) =>
    Object.values(chooseWording(settings, { wording, scene, minutes: 5 }))
      .join(' ')
      .trim();
  expect([
    choose('login', {}),
    choose('regist', {}),
    choose('regist', own),
    choose('login', { sign: own.sign }),
  ]).toEqual(['培训中心 SMS_1', '培训中心 SMS_2 5', '省人民医院 SMS_3', '省人民医院 SMS_1']);
});
