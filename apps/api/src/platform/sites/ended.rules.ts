import type { Call } from '@cme/contract/base';
import { isOver } from './site.rules.ts';
import type { Site } from './site.store.ts';

type Term = Pick<
  Site,
  'isEndSite' | 'effective_from' | 'effective_to' | 'ended_at' | 'created_at' | 'records_years'
>;

/** Until when learners of a site whose service has ended may read their records; undefined while
 * it is in service. */
export function recordsUntil(site: Term, now: Date): Date | undefined {
  if (!isOver(site, now)) return undefined;
  const ends = [site.ended_at, site.effective_to].filter((at) => at !== null && at <= now);
  const until = new Date(Math.min(...ends.map((at) => at?.getTime() ?? 0)));
  const end = ends.length > 0 ? until : site.created_at;
  return new Date(
    Date.UTC(
      end.getUTCFullYear() + site.records_years,
      end.getUTCMonth(),
      end.getUTCDate(),
      end.getUTCHours(),
      end.getUTCMinutes(),
      end.getUTCSeconds(),
    ),
  );
}

const areRecordsReadable = (site: Term, now: Date): boolean =>
  now < (recordsUntil(site, now) ?? now);

/** What an ended site still answers: signing in and out, reading one's own records, downloading
 * them, and exporting one's data. */
const recordCalls: ReadonlySet<string> = new Set(
  [
    'captcha',
    'login',
    'login/sms_code',
    'login/factor',
    'logout',
    'session/watch',
    'forgetpwd/verify',
    'forgetpwd/reset',
    'user_info',
    'user/step_up/sms_code',
    'user/factor/state',
    'user/verify_identity/state',
    'user/fact',
    'user/unit',
    'user/consent/list',
    'user/device/list',
    'user/device/sign_out',
    'user/device/sign_out_others',
    'user/export/state',
    'user/export/request',
    'user/export/download',
    'user/close_account/state',
    'wechat/state',
    'myfile/list',
    'myfile/download',
    'message/top_notice_count',
    'message/list',
    'certificate/list',
    'certificate/detail',
    'certificate/download',
    'certificate/eligibility',
    'credits/summary',
    'credits/list',
    'changecredits/list',
    'changecredits/detail',
    'changecredits/download',
    'learn/list',
    'learn/detail',
    'learn/explain',
    'learn/summary',
    'learn/report',
    'learn/archive',
    'learn/calendar',
    'exam/list',
    'exam/result',
    'exam/analysis',
    'trainingclass/list',
    'collection/list',
    'order/list',
    'order/detail',
    'refund/detail',
    'invoice/list',
    'invoice/download',
    'card/list',
    'shopplist/count',
  ].map((name) => `/qm/api/${name}`),
);

export const isRecordCall = ({ path }: Pick<Call, 'path'>): boolean => recordCalls.has(path);

/** Why an ended site does not answer a call; undefined if it does. */
export function endedReason(site: Term, call: Pick<Call, 'path'>, now: Date): string | undefined {
  if (!isOver(site, now)) return undefined;
  if (!areRecordsReadable(site, now)) return '本站服务已结束';
  return isRecordCall(call)
    ? undefined
    : '本站服务已结束，只能查阅、下载和导出已有的证书、学习记录、订单与发票，不能办理其他业务';
}
