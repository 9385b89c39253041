import { Mobile } from '@cme/contract/base';
import { mobileHashes } from '../../person/identity/number.rules.ts';
import { deriveKeys } from '../../person/identity/secret.rules.ts';
import { keptDays, readMessages } from '../../person/identity/sms/sms-message.store.ts';
import type { SmsStatus } from '../../person/identity/sms/sms.tables.ts';
import { findByMobile } from '../../person/identity/user.store.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { recordShownPeople } from '../../platform/http/staff-log.ts';
import { smsReportPath, smsReportSecret } from '../../platform/settings/sms-report.ts';
import { smsProviders } from '../../platform/settings/sms-settings.ts';
import { type Command, formatTable, requireArguments } from '../staff/command.ts';
import { requireSite } from '../staff/require-site.ts';

const names: Readonly<Record<SmsStatus, string>> = {
  queued: '待发送',
  sent: '已发送',
  delivered: '已送达',
  failed: '失败',
  unknown: '结果不明',
};
const shown = 50;

/** Text messages. */
export const sms: Record<string, Command> = {
  list: {
    args: '<手机号> [站点或域名]',
    about: `最近${keptDays}天发给一个手机号的短信：时间、用途、结果、原因、通道（不含验证码）`,
    role: 'site_admin',
    async run({ db, settings }, args) {
      const [text = ''] = requireArguments(args, '手机号');
      const { site_id } = await requireSite(db, args[1] ?? settings.mainDomain);
      const mobile = Mobile.safeParse(text);
      if (!mobile.success) throw new NotPossibleError('请输入正确的手机号码');
      const keys = deriveKeys(settings);
      const person = await findByMobile(db, keys, site_id, mobile.data);
      if (person) recordShownPeople([person.user_id]);
      const rows = await readMessages(db, mobileHashes(keys, site_id, mobile.data), shown);
      return formatTable(
        rows.map(({ message, attempt }) => [
          formatTime(message.created_at),
          message.scene,
          names[message.status],
          message.reason || '-',
          attempt ? `${attempt.provider} ${attempt.code}`.trim() : '-',
        ]),
      );
    },
  },
  reports: {
    args: '',
    about: '送达回执的接收地址，填入短信服务商的控制台',
    role: 'site_admin',
    async run({ settings }) {
      const base = settings.apiBase || `https://api.${settings.mainDomain}`;
      const secret = smsReportSecret(settings);
      return formatTable(
        smsProviders.map((provider) => [provider, base + smsReportPath(provider, secret)]),
      );
    },
  },
};
