import { eq } from 'drizzle-orm';
import { ulid } from 'ulid';
import type { Db } from '../../../platform/database/database.ts';
import { chapter, content, resource, section } from '../catalogue.tables.ts';
import { rebuildCard } from './catalogue.write.ts';

interface Recorded {
  content_id: string;
  resource_id: string;
  title: string;
  /** Storage folder and duration measured by the server. */
  folder: string;
  seconds: number;
}

/** Adds the recording of a live as its only chapter and section, which makes it a replay. */
export async function addReplay(
  tx: Db,
  { content_id, resource_id, title, folder, seconds }: Recorded,
): Promise<{ resource_id: string; section_id: string }> {
  const chapter_id = ulid();
  const section_id = ulid();
  await tx.insert(resource).values({ resource_id, kind: 'video', folder, seconds });
  await tx.insert(chapter).values({ chapter_id, content_id, title: '直播回放', sort: 0 });
  await tx
    .insert(section)
    .values({ section_id, chapter_id, content_id, title, seconds, resource_id, sort: 0 });
  await tx.update(content).set({ content_type: 'R' }).where(eq(content.content_id, content_id));
  await rebuildCard(tx, content_id);
  return { resource_id, section_id };
}
