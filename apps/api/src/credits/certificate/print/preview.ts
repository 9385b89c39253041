import type { Db } from '../../../platform/database/database.ts';
import { formatDay } from '../../../platform/http/format-time.ts';
import type { Site } from '../../../platform/sites/site.store.ts';
import { type Snapshot, toCertificateText } from '../certificate.rules.ts';
import { findIssuer } from '../certificate.store.ts';
import { drawCertificate } from './certificate.draw.ts';
import type { PrintedTemplate } from '../printed.ts';

/** A certificate of nobody, as a site's template draws it; `template` absent: the built-in one. */
export async function drawPreview(
  db: Db,
  site: Site,
  template: PrintedTemplate | undefined,
  now: Date,
): Promise<Buffer> {
  const issuer = await findIssuer(db, site.site_id);
  const snapshot: Snapshot = {
    template: 'preview',
    cert_no: `${formatDay(now).slice(0, 4)}-${issuer?.code ?? '0000'}-P-0000000-0`,
    kind: 'course_credit',
    year: Number(formatDay(now).slice(0, 4)),
    site_id: site.site_id,
    site_name: site.site_name,
    issuer: issuer?.name ?? '（发证单位尚未配置）',
    issuer_code: issuer?.code ?? '',
    issued_on: formatDay(now),
    title: '继续医学教育学分证书',
    subject: '样张',
    real_name: '样张',
    id_type: 'ID',
    id_hash: '',
    unit_name: '某某市第一人民医院',
    series_name: '卫生技术人员系列',
    level_name: '中级',
    statement:
      '于2026年3月1日至2026年3月8日参加继续医学教育项目（远程教育）《临床合理用药与处方点评》〔项目编号：2026-01-02-003（国）〕的学习，经考核合格，计6学时，特授予国家级Ⅰ类继续医学教育学分2分。',
    rows: [
      { name: '项目编号', value: '2026-01-02-003（国）' },
      { name: '学时', value: '6学时' },
      { name: '学分', value: 'Ⅰ类2分' },
    ],
    hours: 6,
    credits: 2,
    credit_type: 'I',
    replaces: '',
  };
  return drawCertificate({
    snapshot,
    text: toCertificateText(snapshot, { id_no: '110105********002X', gender: '女' }),
    sha256: '0'.repeat(64),
    verify_url: `https://${site.domain}/certificate/verify?token=preview`,
    ...(template && { template }),
  });
}
