import { ulid } from 'ulid';
import type { Db } from '../../../platform/database/database.ts';
import type { AppContext } from '../../../platform/context/context.ts';
import { readSite } from '../../../platform/sites/site.store.ts';
import { type Keys, seal, unseal } from '../secret.rules.ts';
import { createSender } from './send.action.ts';
import { insertMessage } from './sms-message.store.ts';

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
  /** Absent from jobs of an older version. */
  site_id?: string;
  minutes?: number;
}

export interface CodeMessage {
  text: Text;
  site_id: string;
  account_hash: string;
  /** Validity of the code in seconds. */
  life: number;
}

/** Enqueues the SMS in the caller's transaction, encrypted. */
export async function queueCode(
  context: AppContext,
  tx: Db,
  keys: Keys,
  { text, site_id, account_hash, life }: CodeMessage,
): Promise<void> {
  const id = ulid();
  const { scene } = text;
  await insertMessage(tx, context.now(), { message_id: id, site_id, scene, account_hash });
  const post: Post = {
    id,
    sealed: seal(keys.personal, JSON.stringify(text), `sms/${id}`),
    site_id,
    minutes: Math.floor(life / 60),
  };
  await context.jobs.enqueue(tx, queue, post);
}

/** Sends queued SMS. A job may run twice; the stored attempts keep its message from being sent
 * twice. */
export function defineDelivery(context: AppContext, keys: Keys): void {
  const send = createSender(context);
  context.jobs.define<Post>(queue, async ({ id, sealed, site_id = '', minutes = 5 }) => {
    const text = JSON.parse(unseal(keys.personal, sealed, `sms/${id}`)) as Text;
    const site = site_id ? await readSite(context.db, site_id) : undefined;
    if (!site)
      await insertMessage(context.db, context.now(), {
        message_id: id,
        site_id,
        scene: text.scene,
        account_hash: '',
      });
    await send({ message_id: id, ...text, minutes, wording: site?.sms ?? {} });
  });
}
