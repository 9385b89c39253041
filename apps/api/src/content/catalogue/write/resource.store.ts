import { eq, type InferInsertModel } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { Db } from '../../../platform/database/database.ts';
import type { CheckPlan } from '../catalogue.rules.ts';
import { rebuildCard } from './catalogue.write.ts';
import { content, resource, section } from '../catalogue.tables.ts';

/** A section with the course it belongs to. */
export async function findSection(
  db: Db,
  sectionId: string,
): Promise<
  | { section_id: string; title: string; type: string; content_id: string; content_title: string }
  | undefined
> {
  const [row] = await db
    .select({
      section_id: section.section_id,
      title: section.title,
      type: section.type,
      content_id: section.content_id,
      content_title: content.title,
    })
    .from(section)
    .innerJoin(content, eq(content.content_id, section.content_id))
    .where(eq(section.section_id, sectionId));
  return row;
}

/** Replaces the resource of a section. Study of the previous one is kept as far as the new one
 * reaches. */
export async function replaceResource(
  tx: Db,
  sectionId: string,
  values: Omit<InferInsertModel<typeof resource>, 'resource_id'>,
): Promise<void> {
  const resource_id = ulid();
  await tx.insert(resource).values({ ...values, resource_id });
  const [changed] = await tx
    .update(section)
    .set({ resource_id, type: toSectionType(values.kind) })
    .where(eq(section.section_id, sectionId))
    .returning({ content_id: section.content_id });
  if (changed) await rebuildCard(tx, changed.content_id);
}

export async function setCheckPlan(tx: Db, sectionId: string, plan: CheckPlan): Promise<void> {
  await tx.update(section).set({ check_plan: plan }).where(eq(section.section_id, sectionId));
}

const toSectionType = (kind: (typeof resource.$inferInsert)['kind']): string =>
  kind === 'video' || kind === 'audio' ? kind : 'doc';
