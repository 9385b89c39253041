import type { Application, RolloutState } from '@cme/contract/site/rollout';
import { type ReleaseManifest, ReleaseRefusedError, type ReleaseStore } from '@cme/release';
import { trackOf, type Order } from '../act.ts';
import { CommandRefusedError } from '../client.ts';
import { newlyMet, findSharedFaults, suits } from './shared.ts';

type Store = Pick<ReleaseStore, 'load' | 'manifest'>;

/** Checks a change just before it: the release that readers will get is complete and unaltered, and
 * works with all releases that it will meet. Returns what the operator should know, and throws
 * `CommandRefusedError`. A new candidate has passed the gates, which check more. */
export async function checkSwitch(
  order: Order,
  before: RolloutState,
  after: RolloutState,
  store: Store,
): Promise<string[]> {
  const verified = await verify(order, after, store);
  if (order.action === 'start' && order.release) return verified;
  const { faults, notes } = await meetings(before, after, store);
  const target = targetOf(order, after);
  if (faults.length > 0 && !order.force)
    throw new CommandRefusedError(
      'shared',
      [
        `${order.area} ${target ?? ''} 会与不相容的版本在同一页面上，这些页面将无法启动：`,
        ...faults.map((fault) => `    ${fault}`),
        '没有改变任何东西。请先退回较新的区域；紧急时可加 --force 并写明原因',
      ].join('\n'),
    );
  const forced = faults.map((fault) => `  ⚠ 不相容（--force）：${fault}`);
  return [...verified, ...forced, ...notes.map((note) => `  ⚠ ${note}`)];
}

/** What readers or some of them get by the change. */
function targetOf(order: Order, after: RolloutState): string | null | undefined {
  const track = trackOf(after, order);
  return track?.candidate ?? track?.stable;
}

const switching = ['start', 'promote', 'rollback'];

/** Even `--force` never activates files that differ from the signed ones. */
async function verify(order: Order, after: RolloutState, store: Store): Promise<string[]> {
  const target = targetOf(order, after);
  if (!target || !switching.includes(order.action)) return [];
  try {
    const { manifest } = await store.load(order.area, target);
    const count = Object.keys(manifest.files).length;
    return [`  版本 ${target} 的签名与全部散列正确（${count} 个文件）`];
  } catch (fault) {
    if (!(fault instanceof ReleaseRefusedError)) throw fault;
    const other = order.action === 'rollback' ? '；可在命令中写明另一个版本' : '';
    throw new CommandRefusedError(
      'refused',
      `${fault.message}，这个版本不能使用${other}。没有改变任何东西`,
    );
  }
}

/** An unreadable release of another area must not delay a rollback. */
async function meetings(before: RolloutState, after: RolloutState, store: Store) {
  const faults: string[] = [];
  const notes: string[] = [];
  const read = (area: Application, id: string) => store.manifest(area, id).catch(() => undefined);
  for (const [one, other] of newlyMet(before, after)) {
    const [own, beside] = await Promise.all([read(...one), read(...other)]);
    if (!own || !beside) notes.push(`无法读取 ${(own ? other : one).join(' ')}，未核对它`);
    else {
      faults.push(...findSharedFaults(own, beside));
      notes.push(...commonsNotes(own, beside), ...commonsNotes(beside, own));
    }
  }
  return { faults, notes: [...new Set(notes)] };
}

const commonsNotes = (area: ReleaseManifest, commons: ReleaseManifest): string[] =>
  commons.application !== 'commons' || suits(area.commons, commons.commons)
    ? []
    : [
        `${area.application} ${area.id} 按 commons ${area.commons} 构建，而 ${commons.id} 是 ${commons.commons}：它将使用自带的一份`,
      ];
