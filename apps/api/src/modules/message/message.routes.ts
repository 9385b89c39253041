import { topNoticeCount } from '@cme/contract';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../answer.ts';
import type { House } from '../../house.ts';
import { unreadCount } from './message.store.ts';

export function registerMessage(app: FastifyInstance, house: House): void {
  answer(app, house, topNoticeCount, async ({ db, person }) => ({
    unread_count: await unreadCount(db, person, house.now()),
  }));
}
