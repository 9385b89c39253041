import { describe, expect, it } from 'vitest';
import type { BodyOf, Call } from './base/call.ts';
import { contentList, helpList, searchIndex } from './content/index.ts';
import { exchangeSave } from './credits/index.ts';
import {
  cardBind,
  invoiceApply,
  orderCreate,
  refundApply,
  shopplistRemove,
} from './payment/index.ts';
import { forgetpwdReset, login, loginSmsCode, registPerson } from './person/index.ts';
import { appraiseAdd } from './study/index.ts';

interface Example<C extends Call> {
  call: C;
  /** A body as an app sends it. */
  good: BodyOf<C>;
  /** What replaces fields of it, and the message for the person who typed that, if one is meant. */
  bad: [change: object, message?: string][];
}
const define = <C extends Call>(example: Example<C>): Example<Call> =>
  example as unknown as Example<Call>;

const person = {
  mobile: '13800000001',
  sms_code: '123456',
  password: 'Learner2026',
};
const invoice = {
  order_code: '20261121083000123456',
  kind: 'unit' as const,
  title: '市人民医院',
  tax_no: '91110105MA01ABCD1X',
  email: 'li@example.org',
};

const examples = [
  define({
    call: login,
    good: { login_kind: 'password', account: person.mobile, password: person.password },
    bad: [
      [{ account: '12345' }, '请输入正确的手机号码'],
      [{ password: '' }, '请输入密码'],
      [{ password: 'x'.repeat(65) }],
      [{ login_kind: 'guess' }],
    ],
  }),
  define({
    call: login,
    good: { login_kind: 'sms', account: person.mobile, sms_code: person.sms_code },
    bad: [[{ sms_code: '12345' }], [{ sms_code: 'abcdef' }], [{ account: '' }]],
  }),
  define({
    call: login,
    good: { login_kind: 'wechat', code: 'C1', state: 'S1' },
    bad: [[{ code: '' }], [{ state: '' }], [{ code: 'x'.repeat(513) }]],
  }),
  define({
    call: loginSmsCode,
    good: { mobile: person.mobile, scene: 'login', captcha_id: 'k1', captcha_code: 's1' },
    bad: [[{ captcha_code: '' }, '请输入图形验证码'], [{ scene: 'spam' }], [{ mobile: '10086' }]],
  }),
  define({
    call: forgetpwdReset,
    good: { reset_token: 'R1', password: person.password },
    bad: [[{ password: 'learner2026' }], [{ password: '' }], [{ keep_wechat: 'yes' }]],
  }),
  define({
    call: invoiceApply,
    good: invoice,
    bad: [
      [{ title: ' 市 ' }, '请填写发票抬头'],
      [{ tax_no: '123' }, '请输入正确的纳税人识别号'],
      [{ email: '' }, '请输入接收邮箱'],
      [{ email: 'li@example' }, '请输入正确的邮箱'],
      [{ kind: 'gift' }],
    ],
  }),
  define({
    call: refundApply,
    good: { request_id: 'q1', order_code: 'o1', order_item_ids: ['i1'], reason: '岗位调整' },
    bad: [
      [{ reason: ' 无 ' }, '请填写退款原因'],
      [{ reason: '长'.repeat(201) }, '字数请在200字以内.'],
      [{ order_item_ids: [] }],
      [{ request_id: '' }],
    ],
  }),
  define({
    call: cardBind,
    good: { card_no: 'K1', password: 'P1' },
    bad: [
      [{ card_no: '  ' }, '请输入学习卡卡号'],
      [{ password: '' }, '请输入学习卡密码'],
      [{ card_no: 'x'.repeat(33) }],
    ],
  }),
  define({
    call: orderCreate,
    good: { cart_ids: ['k1'], request_id: 'q1', seen_amount: '98.00', agree_version: '2026-01' },
    bad: [
      [{ cart_ids: [] }],
      [{ cart_ids: Array.from({ length: 1000 }, (_, index) => `k${index}`) }],
      [{ source: 'fridge' }],
      [{ agree_version: 'newest' }],
      [{ seen_amount: 98 }],
    ],
  }),
  define({
    call: shopplistRemove,
    good: { cart_ids: ['k1', 'k2'] },
    bad: [[{ cart_ids: [] }], [{ cart_ids: 'k1' }], [{ cart_ids: [''] }]],
  }),
  define({
    call: exchangeSave,
    good: { request_id: 'q1', draft: { year: 2026, kind_code: 'meeting' } },
    bad: [
      [{ draft: { year: 1999, kind_code: 'meeting' } }, '年度不正确'],
      [{ draft: { year: 2026, kind_code: 'meeting', quantity: 10_000 } }, '数量过大，请核对'],
      [{ draft: { year: 2026, kind_code: 'meeting', quantity: -1 } }, '数量须大于0'],
      [{ draft: { year: 2026, kind_code: 'meeting', role_order: 51 } }, '名次过大，请核对'],
      [{ draft: { year: 2026, kind_code: 'meeting', start_on: '5月1日' } }, '日期不正确'],
      [{ draft: { year: 2026, kind_code: '' } }],
      [{ revision: -1 }],
    ],
  }),
  define({
    call: registPerson,
    good: {
      ...person,
      real_name: '李晓梅',
      id_no: '11010519491231002X',
      area_id: '110105',
      unit_name: '市人民医院',
      series_code: '04',
      level: 'A',
      post_type: 'E',
      agree: 'Y',
    },
    bad: [
      [{ mobile: '' }, '请输入手机号'],
      [{ sms_code: '1234' }, '验证码错误或已失效'],
      [{ id_no: '110105194912310021' }],
      [{ real_name: '王' }],
      [{ unit_name: ' 院 ' }, '请输入工作单位'],
      [{ area_id: '1101' }, '请选择所在地区'],
      [{ series_code: '' }, '请选择专业系列'],
      [{ level: 'E' }, '请选择专业级别'],
      [{ post_type: '' }, '请选择岗位类型'],
      [{ agree: 'N' }, '请阅读并同意服务条款和隐私政策'],
    ],
  }),
  define({
    call: appraiseAdd,
    good: { id: 'c1', useful: 5, concise: '4', logical: 3, design: 1, text: '讲得清楚' },
    bad: [
      [{ useful: 0 }, '请为每一项评分'],
      [{ design: 6 }, '请为每一项评分'],
      [{ logical: 4.5 }, '请为每一项评分'],
      [{ concise: undefined }, '请为每一项评分'],
      [{ text: '长'.repeat(201) }, '字数请在200字以内.'],
    ],
  }),
  ...[contentList, searchIndex].map((call) =>
    define({
      call: call as Call,
      good: { page: '2', page_size: '24' },
      bad: [[{ page: 0 }], [{ page: 10_001 }], [{ page: 'last' }], [{ page_size: 101 }]],
    }),
  ),
  define({
    call: helpList,
    good: { keyword: '报名' },
    bad: [[{ keyword: '报'.repeat(51) }, '搜索词请不要超过50个字'], [{ book: 'cook' }]],
  }),
];

describe.each(examples)('the body of $call.path', ({ call, good, bad }) => {
  it('is accepted as an app sends it, whatever a newer app adds', () => {
    expect(call.body.safeParse(good).success).toBe(true);
    expect(call.body.safeParse({ ...(good as object), from_tomorrow: 'Y' }).success).toBe(true);
  });

  it.each(bad)('is refused with %j: %s', (change, message) => {
    const { success, error } = call.body.safeParse({ ...(good as object), ...change });
    expect(success).toBe(false);
    if (message) expect(error?.issues.map((issue) => issue.message)).toContain(message);
  });
});
