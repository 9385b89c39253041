import { type MessageChoice, messageKinds, type MessageKind } from '@cme/contract/person';
import { and, eq, inArray, or } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { messageChoice, type NewMessage } from './message.tables.ts';

const names: Readonly<Record<MessageKind, string>> = {
  system: '账号与系统',
  study: '学习提醒',
  exam: '考试',
  order: '订单与退款',
  credit: '学分',
  certificate: '证书',
  class: '培训班',
};
/** Kinds that cannot be disabled: account, money, certificates. */
const needed: ReadonlySet<MessageKind> = new Set(['system', 'order', 'certificate']);
export const mayRefuse = (kind: MessageKind): boolean => !needed.has(kind);

export async function readChoices(db: Db, userId: string): Promise<MessageChoice[]> {
  const rows = await db.select().from(messageChoice).where(eq(messageChoice.user_id, userId));
  return messageKinds.map((kind) => {
    const row = rows.find((row) => row.kind === kind);
    return {
      kind,
      name: names[kind],
      box: row?.box ?? 'Y',
      badge: row?.badge ?? 'Y',
      can_refuse: mayRefuse(kind) ? 'Y' : 'N',
    };
  });
}

export async function setChoice(
  db: Db,
  row: { user_id: string; kind: MessageKind; box: 'Y' | 'N'; badge: 'Y' | 'N' },
): Promise<void> {
  const { box, badge } = row;
  await db
    .insert(messageChoice)
    .values(row)
    .onConflictDoUpdate({
      target: [messageChoice.user_id, messageChoice.kind],
      set: { box, badge },
    });
}

/** Applies the readers' preferences: drops disabled kinds, and marks kinds without reminder as
 * read. */
export async function filterByChoice(db: Db, rows: readonly NewMessage[]): Promise<NewMessage[]> {
  const ids = [...new Set(rows.map(({ user_id }) => user_id))];
  const choices = await db
    .select()
    .from(messageChoice)
    .where(
      and(
        inArray(messageChoice.user_id, ids),
        or(eq(messageChoice.box, 'N'), eq(messageChoice.badge, 'N')),
      ),
    );
  if (choices.length === 0) return [...rows];
  return rows.flatMap((row) => {
    const choice = choices.find(
      ({ user_id, kind }) => user_id === row.user_id && kind === row.kind,
    );
    if (!choice) return [row];
    if (choice.box === 'N' && mayRefuse(choice.kind)) return [];
    if (choice.badge === 'Y') return [row];
    return [{ ...row, status: 'read' as const, read_at: row.created_at }];
  });
}
