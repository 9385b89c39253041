import type { Outcome } from './provider.ts';

type Refusal = Outcome['result'];

/** What a code of Aliyun means; any other one is about the account, its signatures or templates. */
const aliyunCodes: readonly [RegExp, Refusal][] = [
  [/^(isv\.)?(MOBILE_NUMBER_ILLEGAL|MOBILE_COUNT_OVER_LIMIT)$/, 'number'],
  [/^(isv\.BUSINESS_LIMIT_CONTROL|(isv\.)?MOBILE_SEND_LIMIT|FREQUENCY_LIMIT.*)$/, 'limit'],
  [/^(Throttling.*|QPS_LIMIT_CONTROL|ServiceUnavailable.*)$/, 'busy'],
  [/^(isp\.(?!RAM_).*|InternalError.*|SYSTEM_ERROR)$/, 'unknown'],
];

/** What a code of Tencent Cloud means; any other one is about the account. */
const tencentCodes: readonly [RegExp, Refusal][] = [
  [
    /^(InvalidParameterValue\.IncorrectPhoneNumber|FailedOperation\.PhoneNumberInBlacklist)$/,
    'number',
  ],
  [/^LimitExceeded\.(PhoneNumber(?!CountLimit).*|DeliveryFrequencyLimit)$/, 'limit'],
  [/^RequestLimitExceeded.*$/, 'busy'],
  [/^InternalError.*$/, 'unknown'],
];

const judge = (codes: typeof aliyunCodes, code: string): Refusal =>
  codes.find(([pattern]) => pattern.test(code))?.[1] ?? 'account';

export const judgeAliyun = (code: string): Refusal => judge(aliyunCodes, code);
export const judgeTencent = (code: string): Refusal => judge(tencentCodes, code);
