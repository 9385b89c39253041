import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { NotPossibleError } from '../../../platform/http/not-possible.ts';
import { logState } from '../../../platform/state-log/state-log.store.ts';
import { type Actor, requireConfirmedActor, type Decided } from './decision.rules.ts';
import { paper, paperVersion, question } from './paper.tables.ts';
import { applyNewerKeys } from './keys.rules.ts';
import type { FrozenPaper } from './paper.rules.ts';
import { readFrozenPaper, saveQuestions } from './paper.store.ts';
import { questionKinds } from './question-kinds.ts';
import type { Unit } from './question.ts';

/**
 * What an attempt is scored and reviewed with: its own version, with corrected keys if it was
 * regraded.
 */
export async function readKeyed(
  db: Db,
  {
    paper_id,
    paper_version,
    key_version,
  }: { paper_id: string; paper_version: number; key_version: number | null },
): Promise<FrozenPaper> {
  const frozenPaper = await readFrozenPaper(db, paper_id, paper_version);
  return key_version === null
    ? frozenPaper
    : applyNewerKeys(frozenPaper, await readFrozenPaper(db, paper_id, key_version));
}

const holds = (qid: string) => sql`${question.parts} @> ${JSON.stringify([{ qid }])}::jsonb`;

/** Current questions of the bank whose text contains these words. */
export const findQuestions = (db: Db, words: string, limit = 20) =>
  db
    .select()
    .from(question)
    .where(
      and(
        eq(question.current, true),
        sql`position(${words} in ${question.stem} || ${question.parts}::text) > 0`,
      ),
    )
    .orderBy(question.question_id)
    .limit(limit);

/**
 * Corrects the key of a question in the bank, and creates a version of every published paper that
 * contains it, with only this key changed. Attempts keep their scores until they are regraded.
 * Returns the papers.
 */
export async function correctKey(
  db: Db,
  decided: Decided,
  qid: string,
  key: string,
  now: Date,
): Promise<{ paper_id: string; title: string; version: number }[]> {
  const actor = requireConfirmedActor(decided, '更正答案');
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(question)
      .where(and(eq(question.current, true), holds(qid)))
      .for('update');
    const before = row?.parts.find((part) => part.qid === qid);
    if (!row || !before) throw new NotPossibleError('题库中没有这道题');
    const { parseKey, formatKey } = questionKinds[row.type];
    const corrected = parseKey(key, before);
    if (!corrected) throw new NotPossibleError(`“${key}”不能是这道题的答案`);
    const after = { ...before, ...corrected };
    const from = formatKey(before);
    const to = formatKey(after);
    if (from === to) throw new NotPossibleError(`这道题的答案已经是${to}`);
    const { version: _version, current: _current, made_at: _made, ...fields } = row;
    const parts = row.parts.map((part) => (part.qid === qid ? after : part));
    await saveQuestions(tx, [{ ...fields, parts }], now);
    await logState(tx, { entity: 'question', entity_id: qid, from, to, at: now, ...actor });
    return republish(tx, actor, { ...row, parts: [after] }, now);
  });
}

/** The current key of a question as staff write it; empty if there is no such question. */
export async function currentKey(db: Db, qid: string): Promise<string> {
  const [row] = await db
    .select()
    .from(question)
    .where(and(eq(question.current, true), holds(qid)));
  const part = row?.parts.find((part) => part.qid === qid);
  return row && part ? questionKinds[row.type].formatKey(part) : '';
}

async function republish(tx: Db, actor: Actor & { reason: string }, unit: Unit, now: Date) {
  const papers = await tx
    .select()
    .from(paper)
    .where(gt(paper.version, 0))
    .orderBy(paper.paper_id)
    .for('update');
  const created: { paper_id: string; title: string; version: number }[] = [];
  for (const { paper_id, title, version } of papers) {
    const frozen = await readFrozenPaper(tx, paper_id, version);
    const next = applyNewerKeys(frozen, { ...frozen, units: [unit] });
    if (JSON.stringify(next) === JSON.stringify(frozen)) continue;
    await tx
      .insert(paperVersion)
      .values({ paper_id, version: version + 1, frozen: next, published_at: now });
    await tx
      .update(paper)
      .set({ version: version + 1 })
      .where(eq(paper.paper_id, paper_id));
    await logState(tx, {
      entity: 'paper',
      entity_id: paper_id,
      from: String(version),
      to: String(version + 1),
      at: now,
      ...actor,
    });
    created.push({ paper_id, title, version: version + 1 });
  }
  return created;
}
