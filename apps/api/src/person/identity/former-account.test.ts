import { closeAccount } from '@cme/contract/person';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { password, signedInPerson } from '../../../test/people.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { sweepClosings } from '../../screens/personal-data/closing.job.ts';
import { accountsOfPerson } from './former-account.store.ts';
import { formerAccount } from './identity.tables.ts';
import { sweepIdentity } from './account/sweep.job.ts';

const api = await startApiForFile();

const day = 86_400_000;
const close = async ({ token }: { token: string }) => {
  await api.send(closeAccount, { agree: 'Y', password }, { token });
  api.clock.pass(8 * day);
  expect(await sweepClosings(api.context)).toBe(1);
};

test('a person who closes accounts and registers again is recognised by the document, for three years', async () => {
  const first = await signedInPerson(api, 8101);
  await close(first);
  const second = await signedInPerson(api, 8101);
  expect(await accountsOfPerson(api.db, second.user_id)).toEqual([second.user_id, first.user_id]);
  await close(second);
  const third = await signedInPerson(api, 8101);
  expect((await accountsOfPerson(api.db, third.user_id)).toSorted()).toEqual(
    [first.user_id, second.user_id, third.user_id].toSorted(),
  );
  const stranger = await signedInPerson(api, 8102);
  expect(await accountsOfPerson(api.db, stranger.user_id)).toEqual([stranger.user_id]);
  const rows = await api.db
    .select()
    .from(formerAccount)
    .where(eq(formerAccount.former_id, first.user_id));
  expect(JSON.stringify(rows)).not.toContain('110105');
  api.clock.pass((3 * 366 + 1) * day);
  await sweepIdentity(api.context);
  expect(await accountsOfPerson(api.db, third.user_id)).toEqual([third.user_id]);
});
