import { readFileSync } from 'node:fs';
import { rejectCertificate } from '../../credits/certificate/issuing/staff.action.ts';
import { badgeKey } from '../../credits/certificate/badge/badge.ts';
import { isIntact } from '../../credits/certificate/badge/data-integrity.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { proposeRequest } from '../decisions/approval.ts';
import { readCertificateSubject } from '../decisions/certificate-decisions.ts';
import { findIssuer } from '../../credits/certificate/certificate.store.ts';
import { describeLacking, setIssuer } from '../../credits/certificate/issuer.action.ts';
import { readSites } from '../../platform/sites/site.store.ts';
import { type Command, formatTable, requireArguments, requireReason } from '../staff/command.ts';
import { filterScope, requireOwnSite, requireSubject } from '../staff/scope.ts';
import { runTemplateAction } from './certificate-template.ts';

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
  issuer: {
    args: '<站点或域名> [四位编号 名称]',
    about: '查看或设置发证单位；没有发证单位的站点不发证',
    role: 'certificate_officer',
    async run(context, args, account) {
      const [word = ''] = requireArguments(args, '站点');
      const { site_id } = await requireOwnSite(context.db, account, word);
      if (args.length === 1) {
        const issuer = await findIssuer(context.db, site_id);
        return issuer ? `${issuer.code} ${issuer.name}` : '发证单位尚未配置，不能发证';
      }
      const [code = '', name = ''] = requireArguments(args.slice(1), '编号', '名称');
      await setIssuer(context, { site_id, code, name }, account.user_id);
      return `${site_id} 的发证单位：${code} ${name}`;
    },
  },
  lacking: {
    args: '[站点或域名]',
    about: '各站点发证还缺什么',
    role: 'certificate_officer',
    async run({ db }, [word], account) {
      const sites = word
        ? [await requireOwnSite(db, account, word)]
        : await filterScope(db, account, await readSites(db));
      const rows = [];
      for (const site of sites) rows.push([site.domain, await describeLacking(db, site)]);
      return formatTable(rows);
    },
  },
  template: {
    args: '<list 站点 | starter 文件夹 | add 站点 文件夹 [生效日期] | preview 站点 文件.pdf [版本或文件夹]>',
    about: '证书模板：查看各版、写出布局样例、添加一版、打印样张',
    role: 'certificate_officer',
    run: runTemplateAction,
  },
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
