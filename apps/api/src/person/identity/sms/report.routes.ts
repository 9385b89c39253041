import { isInList } from '@cme/contract/trusted-proxies';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../../platform/context/context.ts';
import { isAway } from '../../../platform/database/database.ts';
import { isSame } from '../../../platform/settings/live-ingest.ts';
import { smsReportPath, smsReportSecret } from '../../../platform/settings/sms-report.ts';
import { type SmsProvider, smsProviders } from '../../../platform/settings/sms-settings.ts';
import type { Keys } from '../secret.rules.ts';
import { isAsking, takeReport, type Taken } from './report.action.ts';
import { acknowledgements, parseReports, refusals, type SmsReport } from './report.rules.ts';

const largest = 512 * 1024;
const perMinute = 3000;

/** Delivery reports of the providers: raw JSON, no envelope, no session. Neither provider signs
 * them: the address is secret, and may be restricted to the provider's networks. */
export function registerSmsReports(app: FastifyInstance, context: AppContext, keys: Keys): void {
  const secret = smsReportSecret(context.settings);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: largest },
      async (_: unknown, bytes: Buffer) => bytes,
    );
    scope.post<{ Params: { provider: string; secret: string } }>(
      smsReportPath(':provider', ':secret'),
      { bodyLimit: largest, config: { rateLimit: { max: perMinute, timeWindow: 60_000 } } },
      (request, reply) => {
        const provider = smsProviders.find((name) => name === request.params.provider);
        const { reportFrom } = context.settings.sms;
        const isFrom = reportFrom.length === 0 || isInList(reportFrom, request.ip);
        if (!provider || !isSame(request.params.secret, secret) || !isFrom)
          return reply.code(404).send();
        return handleReports(context, keys, provider, { request, reply });
      },
    );
  });
}

async function handleReports(
  { db, now }: AppContext,
  keys: Keys,
  provider: SmsProvider,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const answer = (status: number) =>
    reply
      .code(status)
      .header('cache-control', 'no-store')
      .send((status === 200 ? acknowledgements : refusals)[provider]);
  const reports = readReports(provider, request);
  if (!reports) return answer(400);
  try {
    const taken: Taken[] = [];
    for (const report of reports)
      taken.push(await takeReport(db, now(), keys, { provider, report }));
    const strange = taken.filter((item) => item === 'unknown' || item === 'wrong number');
    if (strange.length > 0) request.log.warn({ provider, strange }, 'sms reports not taken');
    const mayComeEarly = taken.includes('unknown') && (await isAsking(db, now(), provider));
    return answer(mayComeEarly ? 503 : 200);
  } catch (fault) {
    request.log.error({ err: fault }, 'sms report');
    return answer(isAway(fault) ? 503 : 500);
  }
}

function readReports(provider: SmsProvider, { body }: FastifyRequest): SmsReport[] | undefined {
  try {
    return parseReports(provider, JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : ''));
  } catch {
    return undefined;
  }
}
