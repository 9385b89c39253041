import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import fastifyCookie from '@fastify/cookie';
import fastify, {
  type FastifyBodyParser,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { requireRole, signIn } from './commands/staff/account.ts';
import type { RegisteredCall } from './platform/http/answer.ts';
import { formOf, jsonOf, textOf } from './platform/http/body.ts';
import { registerCors } from './platform/http/cross-origin.ts';
import { registerDocs } from './platform/http/docs.ts';
import { checkFilePaths } from './platform/http/file-paths.ts';
import { handleClientError, handleError } from './platform/http/failure.ts';
import { registerHealth } from './platform/http/health.ts';
import type { AppContext } from './platform/context.ts';
import { registerArchive } from './credits/year/archive.routes.ts';
import { registerMyLearning } from './screens/my/learning-list.routes.ts';
import { registerMyOrders } from './payment/order-list/orders.routes.ts';
import { completion } from './credits/certificate/issuing/completion.action.ts';
import { classEffects } from './credits/certificate/issuing/of-class.action.ts';
import { useCard } from './payment/order/use-card.action.ts';
import { gatewayTrades } from './payment/pay/settle.action.ts';
import { checkRefunds } from './payment/refund/send.job.ts';
import { readCartRows, deleteCartContents } from './payment/shopplist/shopplist.store.ts';
import { registerArea } from './site/area/area.routes.ts';
import { registerCollection } from './content/collection/collection.routes.ts';
import { registerActivity } from './study/activity/activity.routes.ts';
import { registerAppraise } from './study/appraise/appraise.routes.ts';
import { registerLive } from './study/live/live.routes.ts';
import { registerLiveRoom } from './study/live/room/live-room.routes.ts';
import { registerTrial } from './study/trial/trial.routes.ts';
import { registerCard } from './payment/card/card.routes.ts';
import { registerDetail } from './screens/detail/detail.routes.ts';
import { registerFact } from './person/fact/fact.routes.ts';
import { registerFile } from './person/file/file.routes.ts';
import { registerHome } from './screens/home/home.routes.ts';
import { registerSiteMap } from './screens/home/site-map.routes.ts';
import { registerCertificate } from './credits/certificate/certificate.routes.ts';
import { registerMyCredits } from './credits/year/credits-list.routes.ts';
import { registerPackage } from './screens/detail/package.routes.ts';
import { registerExchange } from './credits/exchange/exchange.routes.ts';
import { exchangeLedger } from './credits/certificate/issuing/exchange-ledger.ts';
import { registerExam } from './study/exam/exam.routes.ts';
import { registerIdentity } from './person/identity/identity.routes.ts';
import { joinUnit } from './person/membership/membership.action.ts';
import { registerMembership } from './person/membership/membership.routes.ts';
import { registerTranscode } from './content/transcode/transcode.routes.ts';
import { registerUnit } from './person/unit/unit.routes.ts';
import { registerInvoice } from './payment/invoice/invoice.routes.ts';
import { registerLearning } from './study/learning/learning.routes.ts';
import { registerMessage } from './person/message/message.routes.ts';
import { registerHelp } from './content/help/help.routes.ts';
import { registerNews } from './content/news/news.routes.ts';
import { registerHomework } from './study/homework/homework.routes.ts';
import { registerInquiry } from './study/inquiry/inquiry.routes.ts';
import { registerStreams } from './study/live/stream/stream.routes.ts';
import { registerNote } from './study/note/note.routes.ts';
import { registerOrder } from './payment/order/order.routes.ts';
import { registerPay } from './payment/pay/pay.routes.ts';
import { registerPersonalData } from './screens/personal-data/personal-data.routes.ts';
import { registerPlayer } from './study/player/player.routes.ts';
import { registerRefund } from './payment/refund/refund.routes.ts';
import { registerSearch } from './content/search/search.routes.ts';
import { registerShopplist } from './payment/shopplist/shopplist.routes.ts';
import { registerRollout } from './site/rollout/rollout.routes.ts';
import { registerSite } from './site/site/site.routes.ts';
import { registerSurvey } from './study/survey/survey.routes.ts';
import { registerVerification } from './person/verification/verification.routes.ts';
import { requireClassScope } from './study/training-class/member-scope.ts';
import { qualifyProven } from './study/training-class/qualify.action.ts';
import { registerTrainingclass } from './study/training-class/training-class.routes.ts';
import { Refusal } from './platform/http/refusal.ts';
import { limitRequests } from './platform/http/limits/ceiling.ts';
import { createLimits, type Limits } from './platform/http/limits/limits.ts';
import { registerStatic } from './platform/http/static-files.ts';
import { registerRequestHooks } from './platform/http/request-hooks.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** All calls in order, for the documentation and the tests. */
    calls: RegisteredCall[];
    limits: Limits;
  }
  interface FastifyRequest {
    arrivedAt: Date;
  }
  interface FastifyContextConfig {
    /** A call's own body parser, instead of `formOf`. */
    readForm?: typeof formOf;
  }
}

const maxBodyBytes = 128 * 1024;

/** The whole API over one context. Modules are registered by name, lower ones first; effects in
 * higher modules are passed in as functions. */
export async function buildApp(context: AppContext): Promise<FastifyInstance> {
  const app = await openServer(context);
  checkFilePaths(app);
  registerHealth(app, context);
  registerDocs(app);
  await registerStatic(app);
  const trades = gatewayTrades(context);
  const cart = { readRows: readCartRows, deleteCartContents };
  registerRollout(app, context, async (credentials) => {
    const { account, token } = await signIn(context, credentials);
    requireRole(account, 'rollout_operator');
    return { actor_id: account.user_id, name: account.name, session: token };
  });
  registerSite(app, context);
  registerArea(app, context);
  registerUnit(app, context);
  registerIdentity(app, context, joinUnit);
  registerFact(app, context, (tx, userId, now) => qualifyProven(tx, classEffects, userId, now));
  registerMembership(app, context);
  registerMessage(app, context);
  registerFile(app, context);
  registerNews(app, context);
  registerHelp(app, context);
  registerTranscode(app, context);
  registerLearning(app, context);
  registerSurvey(app, context, completion);
  registerExam(app, context, completion);
  registerPlayer(app, context, completion, requireClassScope);
  registerStreams(app, context, completion);
  registerTrainingclass(app, context, completion, classEffects);
  registerExchange(app, context, exchangeLedger);
  registerCertificate(app, context);
  registerCard(app, context, (db, siteId, userId, cardNo, now) =>
    useCard(db, siteId, userId, cardNo, cart, now),
  );
  registerOrder(app, context, { trades, cart });
  registerShopplist(app, context);
  registerPay(app, context, () => checkRefunds(context, completion));
  registerInvoice(app, context);
  registerRefund(app, context, completion);
  registerMyLearning(app, context, completion);
  registerMyCredits(app, context);
  registerArchive(app, context);
  registerMyOrders(app, context, trades);
  registerVerification(app, context);
  registerSearch(app, context);
  registerHome(app, context);
  registerSiteMap(app, context);
  registerDetail(app, context);
  registerPackage(app, context);
  registerCollection(app, context);
  registerAppraise(app, context);
  registerTrial(app, context);
  registerLive(app, context);
  registerLiveRoom(app, context);
  registerActivity(app, context);
  registerNote(app, context);
  registerHomework(app, context, completion);
  registerInquiry(app, context);
  registerPersonalData(app, context);
  return app;
}

const reader =
  (read: (text: string, request: FastifyRequest) => object): FastifyBodyParser<Buffer> =>
  (request, bytes, done) => {
    try {
      done(null, read(textOf(bytes), request));
    } catch (error) {
      done(error as Error);
    }
  };

/** Slow senders are disconnected after `requestTimeout`; on shutdown idle connections close and
 * running calls complete. */
async function openServer(context: AppContext): Promise<FastifyInstance> {
  const { log, settings } = context;
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: settings.trustedProxies.length > 0 && settings.trustedProxies,
    bodyLimit: maxBodyBytes,
    // A pass in a URL contains two ids and a signature, and exceeds the router's default length.
    routerOptions: { maxParamLength: 300 },
    requestTimeout: 20_000,
    keepAliveTimeout: 75_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5000 },
    forceCloseConnections: 'idle',
    // During draining requests are still answered, with `Connection: close`.
    return503OnClosing: false,
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) =>
      handleClientError(error, socket),
  });
  const limits = createLimits(context);
  app.decorate('calls', []);
  app.decorate('limits', limits);
  app.decorateRequest('arrivedAt');
  app.setErrorHandler(handleError);
  app.setNotFoundHandler(() => {
    throw new Refusal(404, '请求的地址不存在', 'not_found');
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/x-www-form-urlencoded(;|$)/,
    { parseAs: 'buffer' },
    reader((text, { routeOptions }) => (routeOptions.config.readForm ?? formOf)(text)),
  );
  app.addContentTypeParser(/^application\/json(;|$)/, { parseAs: 'buffer' }, reader(jsonOf));
  registerRequestHooks(app, context);
  app.addHook('onRequest', (_, reply, next) => {
    // A kept connection would be reused after this process has exited.
    if (context.leaving?.aborted) reply.header('connection', 'close');
    next();
  });
  await registerCors(app, context);
  await app.register(fastifyCookie);
  if (settings.rateLimit > 0) await limitRequests(app, settings.rateLimit, limits.isEdge);
  return app;
}
