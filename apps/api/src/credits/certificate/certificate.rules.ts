import {
  certCheckDigit,
  type certKinds,
  type certStatuses,
  type CertificateText,
} from '@cme/contract/credits';
import type { Json } from './canonical.ts';

export type CertKind = (typeof certKinds)[number];
export type CertStatus = (typeof certStatuses)[number];

export const kindNames: Record<CertKind, string> = {
  course_credit: '项目学分证书',
  class: '结业证书',
  public_need: '公需科目合格证',
  annual: '年度合格证书',
};
export const certStatusNames: Record<CertStatus, string> = {
  pending: '待审核',
  issued: '已发放',
  revoked: '已撤销',
  replaced: '已换发',
  expired: '已过期',
  rejected: '未通过',
};

const letters: Record<CertKind, string> = {
  course_credit: 'P',
  class: 'J',
  public_need: 'G',
  annual: 'N',
};
export const getKindLetter = (kind: CertKind) => letters[kind];

/** The number of a certificate, including its check digit. */
export function certNo(year: number, code: string, letter: string, serial: number): string {
  const body = `${year}-${code}-${letter}-${String(serial).padStart(7, '0')}`;
  return `${body}-${certCheckDigit(body)}`;
}

/** The frozen data at issue. Everything that is printed comes from here except the holder's number,
 * which is stored encrypted separately and bound by its keyed hash. */
export interface Snapshot extends Record<string, Json> {
  template: string;
  cert_no: string;
  kind: CertKind;
  year: number;
  site_id: string;
  site_name: string;
  issuer: string;
  issuer_code: string;
  issued_on: string;
  title: string;
  subject: string;
  real_name: string;
  id_type: string;
  id_hash: string;
  unit_name: string;
  series_name: string;
  level_name: string;
  statement: string;
  rows: { name: string; value: string }[];
  hours: number;
  credits: number;
  credit_type: string;
  replaces: string;
}

/** The text as it may leave the server: `id` is the masked number of the holder and values derived
 * from it. */
export function toCertificateText(
  snapshot: Snapshot,
  id: { id_no: string; gender: string },
): CertificateText {
  const {
    title,
    real_name,
    unit_name,
    series_name,
    level_name,
    statement,
    rows,
    issuer,
    issued_on,
  } = snapshot;
  return {
    title,
    real_name,
    ...id,
    unit_name,
    series_name,
    level_name,
    statement,
    rows,
    issuer,
    issued_on,
  };
}

const creditTypes: Record<string, string> = { I: 'Ⅰ类', II: 'Ⅱ类' };
export const creditTypeName = (type: string) => creditTypes[type] ?? '';

/** The name of a project's credits on its certificate. A unit's own project gives other credits
 * than national continuing medical education. */
export function projectCreditName(projectLevel: string, type: string): string {
  if (projectLevel === '单位') return '单位自办项目学分';
  return `${projectLevel ? `${projectLevel}级` : ''}${type}继续医学教育学分`;
}
