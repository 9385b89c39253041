import { sql } from 'drizzle-orm';
import { openPostgres } from '../../src/platform/database/database.postgres.ts';

/** A play in the database: number of beats, last position, and credited time. */
export interface LedgerRow extends Record<string, unknown> {
  beats: number;
  position_ms: number;
  accepted_ms: number;
  covered_ms: number;
}

/** The ledgers of all plays. */
export async function readLedgers(url: string): Promise<LedgerRow[]> {
  const database = await openPostgres(url, 1);
  try {
    const { rows } = await database.db.execute<LedgerRow>(sql`
      select count(*)::int as beats, max(b.position_ms) as position_ms,
        sum(b.accepted_ms)::int as accepted_ms, max(s.covered_ms) as covered_ms
      from play_session p
        join beat_log b using (play_id)
        join section_progress s using (learning_id, section_id)
      group by p.play_id`);
    return rows;
  } finally {
    await database.close();
  }
}
