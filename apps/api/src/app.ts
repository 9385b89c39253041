import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import fastifyCookie from '@fastify/cookie';
import fastify, {
  type FastifyBodyParser,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { requireRole, signIn } from './commands/account.ts';
import type { RegisteredCall } from './http/answer.ts';
import { formOf, jsonOf, textOf } from './http/body.ts';
import { registerCors } from './http/cross-origin.ts';
import { registerDocs } from './http/docs.ts';
import { checkFilePaths } from './http/file-paths.ts';
import { handleClientError, handleError } from './http/failure.ts';
import { registerHealth } from './http/health.ts';
import type { AppContext } from './context.ts';
import { registerArchive } from './modules/my/archive/archive.routes.ts';
import { registerMyLearning } from './modules/my/learning-list.routes.ts';
import { registerMyOrders } from './modules/my/orders.routes.ts';
import { completion } from './modules/certificate/issuing/completion.action.ts';
import { classEffects } from './modules/certificate/issuing/of-class.action.ts';
import { useCard } from './modules/order/use-card.action.ts';
import { gatewayTrades } from './modules/pay/settle.action.ts';
import { checkRefunds } from './modules/refund/send.job.ts';
import { readCartRows, deleteCartContents } from './modules/shopplist/shopplist.store.ts';
import { registerArea } from './modules/area/area.routes.ts';
import { registerCollection } from './modules/collection/collection.routes.ts';
import { registerActivity } from './modules/detail/activity.routes.ts';
import { registerAppraise } from './modules/detail/appraise.routes.ts';
import { registerLive } from './modules/detail/live.routes.ts';
import { registerLiveRoom } from './modules/detail/live-room.routes.ts';
import { registerTrial } from './modules/detail/trial.routes.ts';
import { registerCard } from './modules/card/card.routes.ts';
import { registerDetail } from './modules/detail/detail.routes.ts';
import { registerFact } from './modules/fact/fact.routes.ts';
import { registerFile } from './modules/file/file.routes.ts';
import { registerHome } from './modules/home/home.routes.ts';
import { registerSiteMap } from './modules/home/site-map.routes.ts';
import { registerCertificate } from './modules/certificate/certificate.routes.ts';
import { registerMyCredits } from './modules/my/credits-list.routes.ts';
import { registerPackage } from './modules/detail/package.routes.ts';
import { registerExchange } from './modules/exchange/exchange.routes.ts';
import { exchangeLedger } from './modules/certificate/issuing/exchange-ledger.ts';
import { registerExam } from './modules/exam/exam.routes.ts';
import { registerIdentity } from './modules/identity/identity.routes.ts';
import { joinUnit } from './modules/membership/membership.action.ts';
import { registerMembership } from './modules/membership/membership.routes.ts';
import { registerTranscode } from './modules/transcode/transcode.routes.ts';
import { registerUnit } from './modules/unit/unit.routes.ts';
import { registerInvoice } from './modules/invoice/invoice.routes.ts';
import { registerLearning } from './modules/learning/learning.routes.ts';
import { registerMessage } from './modules/message/message.routes.ts';
import { registerHelp } from './modules/help/help.routes.ts';
import { registerNews } from './modules/news/news.routes.ts';
import { registerHomework } from './modules/homework/homework.routes.ts';
import { registerInquiry } from './modules/inquiry/inquiry.routes.ts';
import { registerStreams } from './modules/live/live.routes.ts';
import { registerNote } from './modules/note/note.routes.ts';
import { registerOrder } from './modules/order/order.routes.ts';
import { registerPay } from './modules/pay/pay.routes.ts';
import { registerPersonalData } from './modules/personal-data/personal-data.routes.ts';
import { registerPlayer } from './modules/player/player.routes.ts';
import { registerRefund } from './modules/refund/refund.routes.ts';
import { registerSearch } from './modules/search/search.routes.ts';
import { registerShopplist } from './modules/shopplist/shopplist.routes.ts';
import { registerRollout } from './modules/rollout/rollout.routes.ts';
import { registerSite } from './modules/site/site.routes.ts';
import { registerSurvey } from './modules/survey/survey.routes.ts';
import { registerVerification } from './modules/verification/verification.routes.ts';
import { requireClassScope } from './modules/trainingclass/member-scope.ts';
import { qualifyProven } from './modules/trainingclass/qualify.action.ts';
import { registerTrainingclass } from './modules/trainingclass/trainingclass.routes.ts';
import { Refusal } from './http/refusal.ts';
import { limitRequests } from './http/limits/ceiling.ts';
import { createLimits, type Limits } from './http/limits/limits.ts';
import { registerStatic } from './http/static-files.ts';
import { registerRequestHooks } from './http/request-hooks.ts';

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
