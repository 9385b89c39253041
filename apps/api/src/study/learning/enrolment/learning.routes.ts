import { learnExtend, learnHide, learnJoin } from '@cme/contract/study';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../../platform/http/answer.ts';
import type { AppContext } from '../../../platform/context/context.ts';
import { requestExtension } from './extend.action.ts';
import { toExtension } from './extension.store.ts';
import { hideLearning } from './hide.action.ts';
import { joinFree } from './join.action.ts';

export function registerLearning(app: FastifyInstance, context: AppContext): void {
  answer(app, context, learnJoin, async ({ body, site, person, db }) => ({
    learning_id: await joinFree(db, site, person, body, context.now()),
  }));
  answer(app, context, learnHide, async ({ body, person, db }) => {
    await hideLearning(db, person, body.learning_id, body.hidden === 'Y', context.now());
    return { hidden: body.hidden };
  });
  answer(app, context, learnExtend, async ({ body, person, db }) =>
    toExtension(await requestExtension(db, person, body, context.now())),
  );
}
