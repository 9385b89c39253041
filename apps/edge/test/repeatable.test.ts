import { wirePath } from '@cme/contract/base';
import { everyCall } from '@cme/contract/every-call';
import { expect, it } from 'vitest';
import { isRepeatable } from '../src/proxy/repeatable.ts';

/** Calls that change something, are counted, or are recorded in the audit log. */
const once = `
  activity/apply activity/cancel admin/declare/audit admin/declare/download admin/declare/list
  admin/declare/open admin/declare/reverse admin/homework/download admin/homework/grade
  admin/homework/list admin/inquiry/answer admin/inquiry/list admin/live/end admin/live/key
  admin/live/moderate admin/trainingclass/sign admin/transcode/list admin/transcode/start
  admin/unit/applications admin/unit/audit admin/unit/fact_audit admin/unit/fact_proof
  admin/unit/facts appraise/add captcha card/bind card/use
  certificate/apply certificate/download changecredits/download changecredits/save
  changecredits/submit changecredits/withdraw collection/toggle credits/apply exam/event exam/save
  exam/start exam/submit exam/survey/submit file/start forgetpwd/reset forgetpwd/verify
  homework/save homework/submit inquiry/add inquiry/delete invoice/apply invoice/download
  learn/extend learn/hide learn/join live/beat live/book live/enter live/say login login/factor login/sms_code
  logout message/choose message/delete message/read message/read_all message/restore myfile/delete
  news/download news/view note/delete note/save order/cancel order/create order/hide pay/authorize
  pay/create pay/sandbox player/check_answer player/check_question player/enter player/leave
  refund/apply refund/cancel regist/check regist/person resource/download search/forget
  search/record session/restore shopplist/add shopplist/clear shopplist/remove trainingclass/apply
  trainingclass/download trainingclass/offline_code trainingclass/prove trainingclass/quit trainingclass/sign
  user/cancel_unit user/change_mobile user/change_password user/close_account
  user/close_account/cancel user/consent/set user/correct_identity user/device/sign_out
  user/device/sign_out_others user/export/download user/export/request user/fact/ask user/fact/withdraw user/factor/confirm user/factor/enrol user/factor/remove user/join_unit
  user/leave_unit user/profile_put_off user/profile_update user/step_up/sms_code user/update user/verify_identity
  user/verify_identity/withdraw wechat/authorize wechat/bind wechat/bind_code wechat/unbind
`
  .trim()
  .split(/\s+/)
  .map((path) => `/qm/api/${path}`);

it('every call of the contract is either repeatable or listed here', () => {
  const paths = everyCall.map(({ path }) => path);
  const sent = (path: string) => isRepeatable('POST', wirePath(path));
  expect(paths.filter((path) => !sent(path)).sort()).toEqual(once.toSorted());
});
