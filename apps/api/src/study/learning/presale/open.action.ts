import { ulid } from 'ulid';
import type { AppContext } from '../../../platform/context/context.ts';
import { formatDay } from '../../../platform/http/format-time.ts';
import { logState, readStateTimes, system } from '../../../platform/state-log/state-log.store.ts';
import { readDuePresales, setOpened } from '../../../content/catalogue/sale.store.ts';
import { rebuildCard } from '../../../content/catalogue/write/catalogue.write.ts';
import { insertMessages } from '../../../person/message/message.store.ts';
import { restartDays } from './presale.store.ts';

type Due = Awaited<ReturnType<typeof readDuePresales>>[number];
type OpenContext = Pick<AppContext, 'db' | 'now' | 'log'>;

/** Opens the presales whose day has come and whose media are complete. The others are reported
 * once, to the log and to staff, and open as soon as they are complete. Idempotent. */
export async function openDuePresales(context: OpenContext): Promise<void> {
  for (const presale of await readDuePresales(context.db, context.now()))
    await (presale.missing > 0 ? reportLate(context, presale) : openPresale(context, presale));
}

const openPresale = ({ db, now }: OpenContext, { content_id, title }: Due): Promise<void> =>
  db.transaction(async (tx) => {
    const at = now();
    if (!(await setOpened(tx, content_id, at))) return;
    const learners = await restartDays(tx, content_id, at);
    await rebuildCard(tx, content_id);
    await logState(tx, {
      entity: 'presale',
      entity_id: content_id,
      from: '',
      to: 'open',
      ...system,
      at,
    });
    await insertMessages(
      tx,
      learners.map(({ user_id, site_id }) => ({
        id: ulid(at.getTime()),
        site_id,
        user_id,
        kind: 'study' as const,
        title: '课程已开课',
        text: `您预购的《${title}》已开课，学习期限自今日起计算。`,
        link_type: 'learn',
        created_at: at,
      })),
    );
  });

async function reportLate(
  { db, now, log }: OpenContext,
  { content_id, title, missing, presale_until }: Due,
): Promise<void> {
  const states = await readStateTimes(db, 'presale', content_id);
  if (states.at(-1)?.to === 'late') return;
  const day = presale_until ? formatDay(presale_until) : '';
  log.fatal(
    { alarm: 'presale', content_id, title, missing, presale_until: day },
    'a presale did not open on its day: required sections lack media',
  );
  await logState(db, {
    entity: 'presale',
    entity_id: content_id,
    from: '',
    to: 'late',
    ...system,
    at: now(),
  });
}
