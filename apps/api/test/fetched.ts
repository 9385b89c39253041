import { sql } from 'drizzle-orm';
import type { Db } from '../src/platform/database/database.ts';
import { tokenHash } from '../src/study/player/token.rules.ts';

/** As if all of the play's video had been fetched: videos of test courses have no files. */
export async function fetchedAll(db: Db, playToken: string): Promise<void> {
  await db.execute(sql`insert into section_fetch (learning_id, section_id, parts, updated_at)
    select learning_id, section_id, '{[0,2147483647)}', started_at from play_session where token_hash = ${tokenHash(playToken)}
    on conflict do nothing`);
}
