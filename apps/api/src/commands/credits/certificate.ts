import { readFileSync } from 'node:fs';
import { rejectCertificate } from '../../credits/certificate/issuing/staff.action.ts';
import { badgeKey } from '../../credits/certificate/badge/badge.ts';
import { isIntact } from '../../credits/certificate/badge/data-integrity.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { proposeRequest } from '../decisions/approval.ts';
import { readCertificateSubject } from '../decisions/certificate-decisions.ts';
import { type Command, requireArguments, requireReason } from '../staff/command.ts';
import { requireSubject } from '../staff/scope.ts';

/** A decision about a certificate that a second person confirms. */
const proposal = (
  kind: 'certificate_approve' | 'certificate_revoke' | 'certificate_replace',
  about: string,
  hasReason: boolean,
): Command => ({
  args: hasReason ? '<证书编号> <原因>' : '<证书编号>',
  about: `${about}，须由另一人确认`,
  role: 'certificate_officer',
  async run(context, args, account) {
    const [number = '', reason = ''] = hasReason
      ? requireArguments(args, '证书编号', '原因')
      : requireArguments(args, '证书编号');
    const request = hasReason ? [number, requireReason(reason)] : [number];
    return proposeRequest(context, kind, request, account);
  },
});

/** Certificate commands. Numbers as printed; reasons are shown to the learner and on the
 * verification page. */
export const certificate: Record<string, Command> = {
  revoke: proposal('certificate_revoke', '撤销', true),
  replace: proposal('certificate_replace', '按学员现在的姓名、单位换发', true),
  approve: proposal('certificate_approve', '发放待审核的证书', false),
  reject: {
    args: '<证书编号> <原因>',
    about: '不予发放待审核的证书',
    role: 'certificate_officer',
    async run(context, args, account) {
      const [number = '', reason = ''] = requireArguments(args, '证书编号', '原因');
      const { db, now } = context;
      await requireSubject(context, account, await readCertificateSubject(db, number), '证书');
      const actor = { actor_type: 'staff' as const, actor_id: account.user_id };
      await db.transaction((tx) => rejectCertificate(tx, number, reason, now(), actor));
      return `未通过 ${number}`;
    },
  },
  check: {
    args: '<文件.json>',
    about: '核对电子凭证的签名是否出自本平台、内容未被改动',
    async run({ settings }, args) {
      const [file = ''] = requireArguments(args, '文件');
      const fileContent: unknown = JSON.parse(readFileSync(file, 'utf8'));
      const method =
        (fileContent as { proof?: { verificationMethod?: string } }).proof?.verificationMethod ??
        '';
      if (!isIntact(fileContent, badgeKey(settings).publicKeyMultibase, method))
        throw new NotPossibleError('签名不符：不是本平台签发的，或内容已被改动');
      return '签名相符';
    },
  },
};
