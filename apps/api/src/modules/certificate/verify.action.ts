import { idNumberTail, isCertNo } from '@cme/contract';
import type { Db } from '../../database/database.ts';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../http/refusal.ts';
import { formatTime } from '../../http/format-time.ts';
import { withLimits, consume } from '../identity/limits/limit.store.ts';
import { keysOf, seal } from '../identity/secret.rules.ts';
import type { Site } from '../../sites/site.store.ts';
import { historyOf, idNumberOf, printedText, rowOf } from './certificate.view.ts';
import { type Certificate, findCertificate } from './certificate.store.ts';
import { numberOfToken } from './token.rules.ts';

interface VerifyRequest {
  cert_no?: string | undefined;
  id_tail?: string | undefined;
  token?: string | undefined;
}

const unknown = () =>
  new Refusal(404, '没有找到与所填信息相符的证书，请核对后重试', 'cert_not_found');
const tooOften = () => new Refusal(429, '查询过于频繁，请稍后再试', 'rate_limited');
const perAddress = { max: 10, seconds: 60 };
/** Serial numbers can be guessed, so guesses of the four characters are limited per number, from
 * any number of addresses. */
const perNumber = { max: 20, seconds: 3600 };

/** Public verification of a certificate: by the token of its QR code with all printed data, by
 * number and last four characters of the ID number with the surname omitted. A site verifies its
 * own certificates, the main site all. */
export async function verify(
  context: AppContext,
  db: Db,
  site: Site,
  request: VerifyRequest,
  address: string,
) {
  const now = context.now();
  const byToken = request.token ? numberOfToken(context.settings, request.token) : undefined;
  const number = byToken ?? (request.cert_no ?? '').toUpperCase();
  const limits = [
    { key: `certificate/verify ${address}`, ...perAddress },
    ...(!byToken && isCertNo(number)
      ? [{ key: `certificate/number ${number}`, ...perNumber }]
      : []),
  ];
  if (await withLimits(db, address, (tx) => consume(tx, now, limits))) throw tooOften();
  const row = isCertNo(number) ? await findCertificate(db, number) : undefined;
  const isRight = byToken !== undefined || matchesTail(context, row, request.id_tail ?? '');
  if (
    !row ||
    !isRight ||
    row.cert_status === 'pending' ||
    row.cert_status === 'rejected' ||
    (row.site_id !== site.site_id && !site.is_main)
  )
    throw unknown();
  const text = printedText(context, row);
  const real_name = byToken ? text.real_name : text.real_name.replace(/^./u, '*');
  return {
    certificate: rowOf(row),
    text: { ...text, real_name },
    sha256: row.sha256,
    history: await historyOf(db, row),
    verified_at: formatTime(now),
  };
}

/** Decrypts a number on every query, a dummy if there is none, so that the timing is the same. */
function matchesTail(context: AppContext, row: Certificate | undefined, tail: string): boolean {
  const absentHolder = {
    user_id: 'nobody',
    id_sealed: seal(keysOf(context.settings).personal, '000000000000000000', 'id_no/nobody'),
  };
  const id = idNumberOf(context, row ?? absentHolder);
  return row !== undefined && tail.length === 4 && idNumberTail(id) === tail.toUpperCase();
}
