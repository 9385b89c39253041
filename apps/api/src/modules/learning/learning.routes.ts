import { learnJoin } from '@cme/contract';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../http/answer.ts';
import type { AppContext } from '../../context.ts';
import { joinFree } from './join.action.ts';

export function registerLearning(app: FastifyInstance, context: AppContext): void {
  answer(app, context, learnJoin, async ({ body, site, person, db }) => ({
    learning_id: await joinFree(db, site, person, body, context.now()),
  }));
}
