import { readSite } from '../../../platform/sites/site.store.ts';
import type { AppContext } from '../../../platform/context/context.ts';
import { NotPossibleError } from '../../../platform/http/not-possible.ts';
import { type Actor, logState } from '../../../platform/state-log/state-log.store.ts';
import { cleanText } from '../catalogue.rules.ts';
import { type BlockChoice, type BlockKind, blockKinds } from '../home-blocks.rules.ts';
import { readBlocks, writeBlock } from './home.store.ts';

export const isBlockKind = (word: string): word is BlockKind =>
  (blockKinds as readonly string[]).includes(word);

const describeBlock = ({ enabled, position, size, title }: BlockChoice) =>
  `${enabled ? 'on' : 'off'} ${position} ${size} ${title}`.trim();

/** Configures a block of a site's home page and logs who did it. */
export function setBlock(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  siteId: string,
  kind: BlockKind,
  change: Partial<Omit<BlockChoice, 'kind'>>,
  actor: Actor,
): Promise<string> {
  const defaultBlock = { kind, enabled: true, position: -1, size: 8, title: '' };
  return db.transaction(async (tx) => {
    if (!(await readSite(tx, siteId, 'for update')))
      throw new NotPossibleError(`没有站点 ${siteId}`);
    const before =
      (await readBlocks(tx, siteId)).find((block) => block.kind === kind) ?? defaultBlock;
    const after = { ...before, ...change, title: cleanText(change.title ?? before.title) };
    if (!(after.position >= -1 && after.position <= 999))
      throw new NotPossibleError('位置应为 0 至 999');
    if (!(after.size >= 1 && after.size <= 24)) throw new NotPossibleError('数量应为 1 至 24');
    if (after.title.length > 20) throw new NotPossibleError('标题最多 20 个字');
    await writeBlock(tx, siteId, after);
    await logState(tx, {
      entity: 'site',
      entity_id: siteId,
      from: `block.${kind}=${describeBlock(before)}`,
      to: `block.${kind}=${describeBlock(after)}`,
      ...actor,
      at: now(),
    });
    return `${kind}：${describeBlock(after)}`;
  });
}
