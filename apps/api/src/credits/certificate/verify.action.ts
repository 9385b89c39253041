import { idNumberTail } from '@cme/contract/base';
import { type certificateVerify, isCertNo } from '@cme/contract/credits';
import type { Db } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/context/context.ts';
import type { CallRequest } from '../../platform/http/answer.ts';
import { proofLevel } from '../../platform/http/limits/proof.rules.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import {
  addHits,
  consumeOfNetwork,
  countSince,
  lockKeys,
  returnHits,
  withLimits,
} from '../../person/identity/limits/limit.store.ts';
import { deriveKeys, seal } from '../../person/identity/secret.rules.ts';
import type { Site } from '../../platform/sites/site.store.ts';
import {
  readCertificateHistory,
  unsealHolderNumber,
  printedText,
  toCertificateRow,
} from './certificate.view.ts';
import { type Certificate, findCertificate } from './certificate.store.ts';
import { numberOfToken } from './token.rules.ts';

type Client = Pick<CallRequest<typeof certificateVerify>, 'network' | 'requireProof'>;

interface VerifyRequest {
  cert_no?: string | undefined;
  id_tail?: string | undefined;
  token?: string | undefined;
}

const unknown = () =>
  new RefusalError(404, '没有找到与所填信息相符的证书，请核对后重试', 'cert_not_found');
const tooOften = () => new RefusalError(429, '查询过于频繁，请稍后再试', 'rate_limited');
/** Queries of a network per minute: up to `free` without a proof of work. */
const ofNetwork = { free: 10, most: 600, seconds: 60 };
/** Serial numbers can be guessed, so wrong queries of a number within the hour cost a proof of work:
 * of a network above `free`, of all networks together above `freeOfAll`. Nobody else is refused for
 * them. */
const wrongQueries = { free: 3, most: 200, freeOfAll: 20, ms: 3_600_000 };

/** Public verification of a certificate: by the token of its QR code with all printed data, by
 * number and last four characters of the ID number with the surname omitted. A site verifies its
 * own certificates, the main site all. */
export async function verify(
  context: AppContext,
  db: Db,
  site: Site,
  request: VerifyRequest,
  client: Client,
) {
  const now = context.now();
  const byToken = request.token ? numberOfToken(context.settings, request.token) : undefined;
  const number = byToken ?? (request.cert_no ?? '').toUpperCase();
  const guess = !byToken && isCertNo(number) ? number : undefined;
  const hits = await withLimits(db, client.network, (tx) => countQuery(tx, now, client, guess));
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
  await returnHits(db, hits);
  const text = printedText(context, row);
  const real_name = byToken ? text.real_name : text.real_name.replace(/^./u, '*');
  return {
    certificate: toCertificateRow(row),
    text: { ...text, real_name },
    sha256: row.sha256,
    history: await readCertificateHistory(db, row),
    verified_at: formatTime(now),
  };
}

/** Counts a query. Returns the hits of a guess, which no longer count if it was right. */
async function countQuery(
  tx: Db,
  now: Date,
  { network, requireProof }: Client,
  number: string | undefined,
): Promise<string[]> {
  const limit = { key: `certificate/verify ${network}`, ...ofNetwork };
  if (!(await consumeOfNetwork(tx, now, limit, requireProof))) throw tooOften();
  if (number === undefined) return [];
  const all = `certificate/number ${number}`;
  const own = `${all} ${network}`;
  await lockKeys(tx, now, [all, own]);
  const since = new Date(now.getTime() - wrongQueries.ms);
  const ownWrong = await countSince(tx, own, since);
  if (ownWrong >= wrongQueries.most) throw tooOften();
  const allWrong = await countSince(tx, all, since);
  await requireProof(
    Math.max(
      proofLevel(ownWrong + 1, wrongQueries.free),
      proofLevel(allWrong + 1, wrongQueries.freeOfAll),
    ),
    tx,
  );
  return addHits(tx, now, [{ key: all }, { key: own }]);
}

/** Decrypts a number on every query, a dummy if there is none, so that the timing is the same. */
function matchesTail(context: AppContext, row: Certificate | undefined, tail: string): boolean {
  const absentHolder = {
    user_id: 'nobody',
    id_sealed: seal(deriveKeys(context.settings).personal, '000000000000000000', 'id_no/nobody'),
  };
  const id = unsealHolderNumber(context, row ?? absentHolder);
  return row !== undefined && tail.length === 4 && idNumberTail(id) === tail.toUpperCase();
}
