import { maskMobile } from '@cme/contract/base';
import qrcode from 'qrcode';
import type { AppContext } from '../../platform/context/context.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { recordPending, recordRenewal } from '../../person/identity/factor/factor.action.ts';
import {
  insertFactor,
  readActiveFactor,
  renewRecoveryCodes,
} from '../../person/identity/factor/factor.store.ts';
import { factorUri } from '../../person/identity/factor/totp.rules.ts';
import { deriveKeys } from '../../person/identity/secret.rules.ts';
import { lockUser, unsealMobile } from '../../person/identity/user.store.ts';
import { readSite } from '../../platform/sites/site.store.ts';
import type { Account } from '../staff/account.ts';
import { type Command, requireArguments, requireReason } from '../staff/command.ts';
import { proposeRequest } from '../decisions/approval.ts';
import { requireAccount } from '../staff/find-account.ts';

const showCodes = (codes: readonly string[]) =>
  ['恢复码（每个只能用一次，代替动态验证码；请妥善保存，不再显示）：', ...codes].join('\n');

export async function enrol(context: AppContext, { user_id, name }: Account): Promise<string> {
  const { db, settings, now } = context;
  const keys = deriveKeys(settings);
  const { secret, codes, uri } = await db.transaction(async (tx) => {
    const row = await lockUser(tx, user_id);
    const site = row && (await readSite(tx, row.site_id));
    if (!row || !site) throw new NotPossibleError('没有找到该账号');
    const created = await insertFactor(tx, keys, now(), { user_id });
    await recordPending(tx, now(), row);
    return {
      secret: created.secret,
      codes: await renewRecoveryCodes(tx, keys, created.factor_id),
      uri: factorUri(created.secret, maskMobile(unsealMobile(keys, row)), site.site_short_name),
    };
  });
  return [
    `${name}的动态验证码：用手机上的验证器扫描二维码，或在其中输入密钥。`,
    await qrcode.toString(uri, { type: 'utf8', errorCorrectionLevel: 'L' }),
    uri,
    `密钥：${secret}`,
    showCodes(codes),
    '下一次办理时输入验证器显示的6位数字（STAFF_CODE=…）即启用。',
  ].join('\n');
}

/** The second factor of staff. */
export const factor: Record<string, Command> = {
  enrol: {
    args: '',
    about: '启用动态验证码，或更换验证器（须输入当前的动态验证码）；显示恢复码',
    role: 'auditor',
    isEnrolling: true,
    run: (context, _args, account) => enrol(context, account),
  },
  codes: {
    args: '',
    about: '生成新的恢复码，原来的失效',
    role: 'auditor',
    async run({ db, settings, now }, _args, { user_id }) {
      const codes = await db.transaction(async (tx) => {
        const row = await lockUser(tx, user_id);
        const active = await readActiveFactor(tx, settings, user_id, now());
        if (!row || !active) throw new NotPossibleError('该账号尚未启用动态验证码');
        await recordRenewal(tx, now(), row);
        return renewRecoveryCodes(tx, deriveKeys(settings), active.factor_id);
      });
      return showCodes(codes);
    },
  },
  reset: {
    args: '<手机号> <原因> [站点]',
    about: '验证器和恢复码都丢失时重置一个人的动态验证码，须由另一人确认',
    role: 'site_admin',
    async run(context, args, account) {
      const [mobile = '', reason = ''] = requireArguments(args, '手机号', '原因');
      const { user_id } = await requireAccount(context, mobile, args[2]);
      return proposeRequest(context, 'factor_reset', [user_id, requireReason(reason)], account);
    },
  },
};
