import { certificateDownload } from '@cme/contract/credits';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../../platform/http/answer.ts';
import type { AppContext } from '../../../platform/context/context.ts';
import { printsWith } from '../../../platform/printing/print.ts';
import type { drawCertificate, drawPicture } from './certificate.draw.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { createTtlCache } from '../../../platform/http/ttl-cache.ts';
import { isOfSite } from '../../../platform/sites/of-site.ts';
import { getSites } from '../../../platform/sites/site.cache.ts';
import { printedText, parseSnapshot, verifyAddress } from '../certificate.view.ts';
import { signCredential } from '../badge/badge.ts';
import { readIssuerAddresses } from '../badge/badge.routes.ts';
import { type Certificate, countDownload, findCertificate } from '../certificate.store.ts';
import { findOwnCertificate } from '../own-certificate.ts';
import type { Snapshot } from '../certificate.rules.ts';
import type { Db } from '../../../platform/database/database.ts';
import { builtInVersion, findTemplate } from '../template.store.ts';
import { filePass, fileSeconds, opensFile } from '../token.rules.ts';

const drawing = new URL('certificate.draw.ts', import.meta.url);
const printCertificate = printsWith<typeof drawCertificate>(drawing, 'drawCertificate');
const printPicture = printsWith<typeof drawPicture>(drawing, 'drawPicture');

type Format = 'pdf' | 'png' | 'json';
const types: Readonly<Record<Format, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  json: 'application/json; charset=utf-8',
};

const toFileName = ({ title, cert_no }: Certificate, format: Format) =>
  `${title.replace(/[\\/:*?"<>|]/g, '')}-${cert_no}.${format}`;

/** The URL of a certificate's file, valid for a few minutes. */
function signFileLink(
  context: AppContext,
  row: Certificate,
  format: Format,
): { url: string; file_name: string } {
  const file = `${row.cert_no}.${format}`;
  const expires = Math.floor(context.now().getTime() / 1000) + fileSeconds;
  return {
    url: `${context.settings.contentBase}/qm/certificate/${filePass(context.settings, file, expires)}/${file}`,
    file_name: toFileName(row, format),
  };
}

const linkExpired = () => new RefusalError(403, '下载地址已失效，请重新下载', 'not_owned');

/** Serves a certificate's file for a signed pass. It is generated from the frozen data on each
 * request. */
export function registerFiles(app: FastifyInstance, context: AppContext): void {
  answer(app, context, certificateDownload, async ({ body, person, db }) => {
    const row = await findOwnCertificate(db, person.user_id, body.cert_no);
    if (row.cert_status !== 'issued')
      throw new RefusalError(400, '证书不在有效状态，不能下载', 'cert_unmet');
    return signFileLink(context, row, body.format);
  });
  // Drawing takes a tenth of a second of CPU, so repeated requests get the cached sheet.
  const drawn = createTtlCache<Buffer>(60_000, 16);
  app.get<{ Params: { pass: string; file: string } }>(
    '/qm/certificate/:pass/:file',
    async (request, reply) => {
      const { pass, file } = request.params;
      const [, number, format] = /^([\dA-Z-]{21})\.(pdf|png|json)$/.exec(file) ?? [];
      if (!number || !opensFile(context.settings, pass, file, context.now())) throw linkExpired();
      const row = await findCertificate(context.db, number);
      if (row?.cert_status !== 'issued') throw linkExpired();
      if (!(await isOfSite(context, request, row.site_id))) throw linkExpired();
      const verifyUrl = verifyAddress(context, await getSites(context), row);
      const bytes = await drawn(`${row.site_id} ${file} ${row.sha256} ${verifyUrl}`, () =>
        renderFile(context, row, format as Format, verifyUrl),
      );
      // Images are requested with each view of the certificate, so they are cached.
      if (format !== 'png') await countDownload(context.db, number);
      return reply
        .headers({
          'content-type': types[format as Format],
          'content-disposition': `attachment; filename="${file}"; filename*=UTF-8''${encodeURIComponent(toFileName(row, format as Format))}`,
          'cache-control': 'private, no-store',
          'content-security-policy': "default-src 'none'; sandbox",
        })
        .send(bytes);
    },
  );
}

/** The template with which it was issued, whatever its site uses now. */
async function readPrintedTemplate(db: Db, { site_id, template }: Snapshot) {
  const version = Number(template.split('@').at(-1));
  if (version === builtInVersion) return undefined;
  const row = await findTemplate(db, site_id, version);
  if (!row) throw new Error(`no template ${template} of ${site_id}`);
  const { layout, background, seal, signature } = row;
  return { layout, background, seal, signature };
}

async function renderFile(
  context: AppContext,
  row: Certificate,
  format: Format,
  verifyUrl: string,
): Promise<Buffer> {
  if (format === 'json')
    return Buffer.from(
      JSON.stringify(
        signCredential(
          context.settings,
          parseSnapshot(row),
          row.sha256,
          await readIssuerAddresses(context, row.site_id),
          verifyUrl,
        ),
        null,
        2,
      ),
    );
  const print = format === 'png' ? printPicture : printCertificate;
  const snapshot = parseSnapshot(row);
  const template = await readPrintedTemplate(context.db, snapshot);
  return print({
    snapshot,
    text: printedText(context, row),
    sha256: row.sha256,
    verify_url: verifyUrl,
    ...(template && { template }),
  });
}
