import { and, eq, inArray, type InferInsertModel, type InferSelectModel, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../../platform/database/database.ts';
import { paper, paperCourse, paperVersion, question } from './paper.tables.ts';
import { validatePaper, type FrozenPaper } from './paper.rules.ts';
import type { Unit } from './question.ts';

export type Paper = InferSelectModel<typeof paper>;
export type NewQuestion = Omit<
  InferInsertModel<typeof question>,
  'version' | 'current' | 'made_at'
>;

/**
 * Adds questions to the bank. An existing one gets a new version; attempts and published papers
 * keep theirs.
 */
export async function saveQuestions(
  db: Db,
  rows: readonly NewQuestion[],
  now: Date,
): Promise<void> {
  for (const row of rows) {
    const [before] = await db
      .update(question)
      .set({ current: false })
      .where(and(eq(question.question_id, row.question_id), eq(question.current, true)))
      .returning({ version: question.version });
    await db.insert(question).values({ ...row, version: (before?.version ?? 0) + 1, made_at: now });
  }
}

/** Like `saveQuestions`, for new questions only. */
export async function insertQuestions(
  db: Db,
  rows: readonly NewQuestion[],
  now: Date,
): Promise<void> {
  if (rows.length > 0)
    await db.insert(question).values(rows.map((row) => ({ ...row, version: 1, made_at: now })));
}

export async function insertPapers(
  db: Db,
  rows: InferInsertModel<typeof paper>[],
  links: InferInsertModel<typeof paperCourse>[],
): Promise<void> {
  if (rows.length > 0) await db.insert(paper).values(rows);
  if (links.length > 0) await db.insert(paperCourse).values(links);
}

/** Publishes a paper with the current bank. Attempts in progress keep their version. */
export async function publishPaper(db: Db, paperId: string, now: Date): Promise<number> {
  const [row] = await db.select().from(paper).where(eq(paper.paper_id, paperId)).for('update');
  if (!row) throw new Error(`no paper ${paperId}`);
  const units: Unit[] = await db
    .select({
      type: question.type,
      point: question.point,
      stem: question.stem,
      image: question.image,
      parts: question.parts,
    })
    .from(question)
    .where(
      and(
        inArray(question.discipline, row.disciplines),
        eq(question.current, true),
        eq(question.status, 'on'),
      ),
    )
    .orderBy(question.question_id);
  const frozen: FrozenPaper = { title: row.title, policy: row.policy, rules: row.rules, units };
  const faults = validatePaper(frozen);
  if (faults.length > 0) throw new Error(`paper ${row.title}: ${faults.join('; ')}`);
  const version = row.version + 1;
  await db.insert(paperVersion).values({ paper_id: paperId, version, frozen, published_at: now });
  await db.update(paper).set({ version, status: 'published' }).where(eq(paper.paper_id, paperId));
  return version;
}

const versions = new LRUCache<string, FrozenPaper>({ max: 300 });

/** A published version. Immutable, so it is cached by its unique id. */
export async function readFrozenPaper(
  db: Db,
  paperId: string,
  version: number,
): Promise<FrozenPaper> {
  const key = `${paperId} ${version}`;
  const paper = versions.get(key);
  if (paper) return paper;
  const [row] = await db
    .select({ frozen: paperVersion.frozen })
    .from(paperVersion)
    .where(and(eq(paperVersion.paper_id, paperId), eq(paperVersion.version, version)));
  if (!row) throw new Error(`no version ${version} of paper ${paperId}`);
  versions.set(key, row.frozen);
  return row.frozen;
}

export async function findPaper(
  db: Db,
  siteId: string,
  contentId: string,
): Promise<Paper | undefined> {
  return (await readCoursePapers(db, siteId, [contentId])).get(contentId);
}

/** Published or closed papers of these courses, by content. */
export async function readCoursePapers(
  db: Db,
  siteId: string,
  contentIds: readonly string[],
): Promise<Map<string, Paper>> {
  if (contentIds.length === 0) return new Map();
  const rows = await db
    .select({ content_id: paperCourse.content_id, paper })
    .from(paperCourse)
    .innerJoin(paper, eq(paper.paper_id, paperCourse.paper_id))
    .where(
      and(
        eq(paperCourse.site_id, siteId),
        inArray(paperCourse.content_id, [...contentIds]),
        sql`${paper.version} > 0`,
      ),
    );
  return new Map(rows.map((row) => [row.content_id, row.paper]));
}
