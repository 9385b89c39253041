import { topNoticeCount } from '@cme/contract';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../http/answer.ts';
import type { AppContext } from '../../context.ts';
import { unreadCount } from './message.store.ts';

export function registerMessage(app: FastifyInstance, context: AppContext): void {
  answer(app, context, topNoticeCount, async ({ db, person }) => ({
    unread_count: await unreadCount(db, person, context.now()),
  }));
}
