import { signForEdges, type TesterAsked, type TesterLink } from '@cme/contract/site/rollout';
import type { AppContext } from '../../platform/context/context.ts';
import { toEvent, type Operator } from './rollout.action.ts';
import { RolloutRefusedError, findTrack } from './rollout.rules.ts';
import { readState, writeEvents } from './rollout.store.ts';

/** Minutes for which a tester's link can be opened. */
const linkMinutes = 10;

/** A signed link to the candidate for a tester; who asked for it is logged. */
export async function createTesterLink(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { area, site }: TesterAsked,
  operator: Operator,
  edgeToken: string,
): Promise<TesterLink> {
  const at = now();
  const until = new Date(at.getTime() + linkMinutes * 60_000).toISOString();
  await db.transaction(async (tx) => {
    const state = await readState(tx);
    if (!findTrack(state, area, site)?.candidate)
      throw new RolloutRefusedError(
        'refused',
        `${site ?? area} 现在没有候选版本，先用 start 开始灰度`,
      );
    const what = { action: 'tester', area, site, reason: '测试链接' };
    await writeEvents(tx, [toEvent({ before: state, after: state }, what, { operator, at })]);
  });
  const proof = await signForEdges(edgeToken, 'tester link', `${area} ${until}`);
  return { query: `${new URLSearchParams({ [area]: 'candidate', until, proof })}`, until };
}
