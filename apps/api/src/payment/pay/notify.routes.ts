import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../platform/context/context.ts';
import { isAway } from '../../platform/database/database.ts';
import { type Incident, recordIncident } from './audit.store.ts';
import { ForgeryError, type GatewayClient, headersOnce } from './gateway/gateway.ts';
import { openGateways, notifyPath } from './gateways.ts';
import { processNotice } from './take-notice.action.ts';

/** The acknowledgement that each gateway expects; without it the gateway repeats the
 * notification. */
const answers = {
  wechat: {
    success: [204, ''],
    failure: JSON.stringify({ code: 'FAIL', message: '失败' }),
    type: 'application/json; charset=utf-8',
  },
  alipay: { success: [200, 'success'], failure: 'failure', type: 'text/plain; charset=utf-8' },
} as const;

const keptHeaders = [
  'wechatpay-timestamp',
  'wechatpay-nonce',
  'wechatpay-signature',
  'wechatpay-serial',
  'content-type',
  'request-id',
];
const largest = 64 * 1024;
/** Forged notifications are rate-limited before they reach the database; a gateway's retries stay
 * far below. */
const perMinute = 3000;

/** Callback endpoints of the two gateways: raw bytes, no envelope, no session. */
export function registerNotify(app: FastifyInstance, context: AppContext): void {
  void app.register(async (notifyRoutes) => {
    notifyRoutes.removeAllContentTypeParsers();
    notifyRoutes.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: largest },
      async (_: unknown, bytes: Buffer) => bytes,
    );
    // A rejection before parsing must not look like an acknowledgement to a gateway, which checks
    // only the status.
    notifyRoutes.setErrorHandler(async (fault: FastifyError, request, reply) => {
      const gateway = request.url.includes('/wechat') ? 'wechat' : 'alipay';
      const statusCode = fault.statusCode ?? 500;
      await recordForgery(context, request, { gateway, reason: fault.message });
      return reply
        .code(statusCode >= 400 ? statusCode : 400)
        .type(answers[gateway].type)
        .send(answers[gateway].failure);
    });
    for (const gateway of ['wechat', 'alipay'] as const) {
      notifyRoutes.post(
        notifyPath(gateway),
        { bodyLimit: largest, config: { rateLimit: { max: perMinute, timeWindow: 60_000 } } },
        (request, reply) => handleNotification(context, gateway, request, reply),
      );
    }
  });
}

async function handleNotification(
  context: AppContext,
  gateway: 'wechat' | 'alipay',
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { success, failure, type } = answers[gateway];
  const client = openGateways(context.settings.pay).get(gateway);
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const send = (status: number, text: string) =>
    reply.code(status).header('cache-control', 'no-store').type(type).send(text);
  if (!client) return send(404, failure);
  try {
    const notice = verified(client, raw, request, context);
    const headers = headersOnce(request.raw.rawHeaders, keptHeaders);
    const known = await processNotice(context, notice, {
      gateway,
      raw,
      headers,
      address: request.ip,
    });
    return known ? send(success[0], success[1]) : send(404, failure);
  } catch (fault) {
    if (!(fault instanceof ForgeryError)) {
      request.log.error({ err: fault }, 'processing a notification failed');
      return send(isAway(fault) ? 503 : 500, failure);
    }
    await recordForgery(context, request, { gateway, reason: fault.message, body: raw });
    return send(401, failure);
  }
}

/** A rejection stands even if it cannot be logged. */
async function recordForgery(
  { db, now }: AppContext,
  request: FastifyRequest,
  incident: Pick<Incident, 'gateway' | 'reason' | 'body'>,
): Promise<void> {
  await recordIncident(db, now(), { ...incident, event: 'forged', address: request.ip }).catch(
    (fault: unknown) => request.log.error({ err: fault }, 'logging a rejected notification failed'),
  );
}

/** Any error while parsing a notification is the sender's fault and answered 4xx. */
function verified(
  client: GatewayClient,
  raw: Buffer,
  request: FastifyRequest,
  { now }: AppContext,
) {
  try {
    return client.readNotice(raw, request.raw.rawHeaders, now());
  } catch (fault) {
    throw fault instanceof ForgeryError
      ? fault
      : new ForgeryError('cannot be read', { cause: fault });
  }
}
