import { logout, sessionRestore, sessionWatch, userInfo } from '@cme/contract/person';
import type { FastifyInstance } from 'fastify';
import { answer, withMessage } from '../../../platform/http/answer.ts';
import type { AppContext } from '../../../platform/context/context.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { unreadCounts } from '../../message/message.store.ts';
import { cookieName, dropCookie, isFamilyPage, toVisitor } from './origin.rules.ts';
import { toPersonInfo } from '../person.view.ts';
import type { Keys } from '../secret.rules.ts';
import { endSession, hasPutOffProfile, restoreToken } from './session.store.ts';
import { readActiveSessions, sessionOfCookie, sessionOfToken } from './session-lookup.store.ts';
import { createSessionWatch } from './session.watch.ts';
import { findUser } from '../user.store.ts';

export function registerSession(app: FastifyInstance, context: AppContext, keys: Keys): void {
  answer(
    app,
    context,
    userInfo,
    async ({ db, person, session }) => {
      const row = await findUser(db, person.user_id);
      if (!row) throw new RefusalError(401, '请先登陆', 'need_login');
      return toPersonInfo(
        db,
        keys,
        context.now(),
        row,
        await hasPutOffProfile(db, session.session_id),
      );
    },
    { get: true },
  );

  // The token determines the session, whatever site the request names.
  answer(
    app,
    context,
    logout,
    async ({ db, request, reply, site }) => {
      const session_id = await sessionOfToken(db, context.now(), request.headers['x-token']);
      if (session_id) await endSession(db, context.now(), session_id, 'logout');
      if (!isFamilyPage(request, site, context.settings)) return {};
      const cookieSession = await sessionOfCookie(
        db,
        context.now(),
        request.cookies[cookieName],
        site,
      );
      if (cookieSession) await endSession(db, context.now(), cookieSession, 'logout');
      dropCookie(request, reply, site);
      return {};
    },
    { anySite: true },
  );

  answer(app, context, sessionRestore, async ({ db, request, reply, site }) => {
    if (request.headers['x-cme-restore'] !== '1' || !isFamilyPage(request, site, context.settings))
      return { restored: 'N' as const };
    const token = await restoreToken(
      db,
      context.now(),
      request.cookies[cookieName],
      site,
      toVisitor(request).origin,
    );
    if (token) return withMessage({ restored: 'Y' as const }, token);
    dropCookie(request, reply, site);
    return { restored: 'N' as const };
  });

  const watch = createSessionWatch(
    async (watched) => {
      const now = context.now();
      const readers = new Map(watched.map(({ person }) => [person.user_id, person]));
      const [living, unread] = await Promise.all([
        readActiveSessions(context.db, now, [
          ...new Set(watched.map(({ session }) => session.session_id)),
        ]),
        unreadCounts(context.db, [...readers.values()], now),
      ]);
      return { living, unread };
    },
    (error) => context.log.error({ err: error }, 'session watch failed'),
  );
  app.addHook('preClose', async () => watch.endAll());
  answer(app, context, sessionWatch, ({ body, session, person, reply }) => {
    if (!session || !person) return { signed_in: 'N' as const, unread_count: 0 };
    return watch.wait({ session, person, known: body.unread_count, socket: reply.raw });
  });
}
