import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Count, Flag, Id, Time, Year } from '../base/fields.ts';
import { plainCode, plainNumber } from '../base/typed-text.ts';

/** `course_credit` 项目学分证书 · `class` 结业证书 · `public_need` 公需科目合格证 · `annual` 年度合格证书. */
export const certKinds = ['course_credit', 'class', 'public_need', 'annual'] as const;
/** `pending` 待审核 · `issued` 已发放 · `revoked` 已撤销 · `replaced` 已换发 · `expired` 已过期 · `rejected`
 * 未通过. */
export const certStatuses = [
  'pending',
  'issued',
  'revoked',
  'replaced',
  'expired',
  'rejected',
] as const;

export const CertificateRow = z.object({
  cert_no: Id,
  kind: z.string(),
  kind_name: z.string(),
  year: Count,
  title: z.string(),
  cert_status: z.string(),
  cert_status_name: z.string(),
  /** Why it was rejected, revoked or replaced; otherwise empty. */
  reason: z.string(),
  hours: z.number(),
  credits: z.number(),
  credit_type: z.string(),
  issued_at: z.string(),
  /** Numbers of its replacement and of the certificate it replaced; empty when none. */
  replaced_by: z.string(),
  replaces: z.string(),
});
export type CertificateRow = z.infer<typeof CertificateRow>;

/**
 * Validates a number with its check digit: year 4, institution 4, kind 1, serial 7, check 1, as
 * `2026-0351-P-0001234-7`. The check digit is Luhn mod 10; letters count as their position in the
 * alphabet plus 9 (A 10 … Z 35).
 */
export function isCertNo(value: string): boolean {
  return (
    /^\d{4}-\d{4}-[A-Z]-\d{7}-\d$/.test(value) &&
    certCheckDigit(value.slice(0, -2)) === value.at(-1)
  );
}
/** A certificate number in the form that is printed, however it was typed: the dashes may lack. */
export function plainCertNo(value: string): string {
  const plain = plainCode(value).toUpperCase();
  const parts = /^(\d{4})(\d{4})([A-Z])(\d{7})(\d)$/.exec(plain)?.slice(1);
  return parts ? parts.join('-') : plain;
}
/** The check digit for a number without one. */
export function certCheckDigit(body: string): string {
  const digits = [...body.replaceAll('-', '')].flatMap((item) =>
    /\d/.test(item) ? [Number(item)] : [...String(item.charCodeAt(0) - 55)].map(Number),
  );
  const sum = digits
    .toReversed()
    .reduce(
      (total, digit, index) =>
        total + (index % 2 === 0 ? Math.floor((digit * 2) / 10) + ((digit * 2) % 10) : digit),
      0,
    );
  return String((10 - (sum % 10)) % 10);
}

/** The text of the certificate, frozen on issue. `id_no` is always masked outside the server. */
export const CertificateText = z.object({
  title: z.string(),
  real_name: z.string(),
  gender: z.string(),
  id_no: z.string(),
  unit_name: z.string(),
  series_name: z.string(),
  level_name: z.string(),
  /** The complete statement of the certificate. */
  statement: z.string(),
  rows: z.array(z.object({ name: z.string(), value: z.string() })),
  issuer: z.string(),
  issued_on: z.string(),
});
export type CertificateText = z.infer<typeof CertificateText>;

const History = z.array(
  z.object({ status: z.string(), status_name: z.string(), at: Time, reason: z.string() }),
);

export const CertificateDetail = z.extend(CertificateRow, {
  text: CertificateText,
  /** SHA-256 of the frozen snapshot, hex. */
  sha256: z.string(),
  /** Page that verifies it, as in its QR code. */
  verify_url: z.string(),
  /** The QR code as an SVG document. */
  qr_svg: z.string(),
  history: History,
  download_count: Count,
});
export type CertificateDetail = z.infer<typeof CertificateDetail>;

export const certificateList = call({
  path: '/qm/api/certificate/list',
  access: 'learner',
  repeatable: true,
  body: z.object({ year: z.optional(Year) }),
  data: z.object({
    years: z.array(z.object({ year: Count, hours: z.number(), credits: z.number(), count: Count })),
    list: z.array(CertificateRow),
  }),
});

/**
 * What can be applied for: the year's certificate with its unmet conditions, and courses without a
 * certificate yet.
 */
export const certificateEligibility = call({
  path: '/qm/api/certificate/eligibility',
  access: 'learner',
  repeatable: true,
  body: z.object({ year: z.optional(Year) }),
  data: z.object({
    year: Count,
    annual: z.object({
      can_apply: Flag,
      cert_no: z.string(),
      checks: z.array(z.object({ name: z.string(), met: Flag, note: z.string() })),
    }),
    courses: z.array(
      z.object({ learning_id: Id, title: z.string(), hours: z.number(), credits: z.number() }),
    ),
  }),
});

/**
 * Issues a year's (`year`) or a course's (`learning_id`) certificate. Idempotent under concurrency.
 * Refused: `cert_unmet`.
 */
export const certificateApply = call({
  path: '/qm/api/certificate/apply',
  access: 'learner',
  body: z.object({ year: z.optional(Year), learning_id: z.optional(Id) }),
  data: CertificateRow,
});
export const certificateDetail = call({
  path: '/qm/api/certificate/detail',
  access: 'learner',
  repeatable: true,
  body: z.object({ cert_no: Id }),
  data: CertificateDetail,
});

/**
 * A signed address of the file, valid for minutes. `png` is an image of the certificate, `json` an
 * Open Badges 3.0 credential.
 */
export const certificateDownload = call({
  path: '/qm/api/certificate/download',
  access: 'learner',
  body: z.object({ cert_no: Id, format: z._default(z.enum(['pdf', 'png', 'json']), 'pdf') }),
  data: z.object({ url: z.string(), file_name: z.string() }),
});

/**
 * Public verification on every site: by number and the last four characters of the ID number, or by
 * the QR code's token. Wrong and unknown are not distinguished (`cert_not_found`); limited to ten
 * per minute and address.
 */
export const certificateVerify = call({
  path: '/qm/api/certificate/verify',
  access: 'public',
  repeatable: true,
  body: z.object({
    cert_no: z.optional(z.string().check(z.overwrite(plainCertNo), z.maxLength(32))),
    id_tail: z.optional(z.string().check(z.overwrite(plainNumber), z.maxLength(4))),
    token: z.optional(z.string().check(z.maxLength(64))),
  }),
  data: z.object({
    certificate: CertificateRow,
    text: CertificateText,
    sha256: z.string(),
    history: History,
    verified_at: Time,
  }),
});
