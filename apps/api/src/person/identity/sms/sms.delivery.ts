import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ulid } from 'ulid';
import type { Db } from '../../../platform/database/database.ts';
import type { AppContext } from '../../../platform/context/context.ts';
import { type Keys, seal, unseal } from '../secret.rules.ts';

const queue = 'identity-sms';

interface Text {
  mobile: string;
  scene: string;
  code: string;
  at: string;
}

interface Post {
  id: string;
  sealed: string;
}

/** Enqueues the SMS in the caller's transaction, encrypted. */
export async function queueCode(
  context: AppContext,
  tx: Db,
  keys: Keys,
  text: Text,
): Promise<void> {
  const id = ulid();
  const post: Post = { id, sealed: seal(keys.personal, JSON.stringify(text), `sms/${id}`) };
  await context.jobs.enqueue(tx, queue, post);
}

/** The file provider: each SMS is one line of `outbox/sms.jsonl`, readable by the owner of the data
 * folder only. */
export function defineDelivery(context: AppContext, keys: Keys): void {
  const folder = join(context.settings.dataDir, 'outbox');
  context.jobs.define<Post>(queue, async ({ id, sealed }) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await appendFile(join(folder, 'sms.jsonl'), `${unseal(keys.personal, sealed, `sms/${id}`)}\n`, {
      mode: 0o600,
    });
  });
}
