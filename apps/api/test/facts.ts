import type { FactKind } from '@cme/contract/person';
import { ulid } from 'ulid';
import { insertFacts } from '../src/person/fact/fact.store.ts';
import { findUser, setProfile } from '../src/person/identity/user.store.ts';
import type { TestApi } from './test-api.ts';

/** Sets facts of a person, verified since ever. */
export async function verifyFacts(
  { db, clock }: Pick<TestApi, 'db' | 'clock'>,
  { user_id }: { user_id: string },
  facts: Partial<Record<FactKind, string>>,
): Promise<void> {
  const user = await findUser(db, user_id);
  if (!user) throw new Error('no such person');
  await setProfile(db, user_id, facts);
  await insertFacts(
    db,
    Object.entries(facts).map(([kind, value]) => ({
      fact_id: ulid(),
      site_id: user.site_id,
      user_id,
      kind: kind as FactKind,
      value,
      fact_status: 'verified' as const,
      created_at: clock.now(),
    })),
  );
}
