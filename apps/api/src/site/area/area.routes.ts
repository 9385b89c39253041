import { type Area, areaSelection } from '@cme/contract/site';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../platform/http/answer.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { allAreas, getAncestors, getChildren, provinces } from './area.rules.ts';

const byFlag: Record<'1' | '2' | '3' | '4', (parent: string) => Area[]> = {
  1: provinces,
  2: getChildren,
  3: getAncestors,
  4: allAreas,
};

export function registerArea(app: FastifyInstance, context: AppContext): void {
  answer(app, context, areaSelection, ({ body }) => byFlag[body.flag](body.parent ?? ''), {
    bare: true,
    anySite: true,
  });
}
