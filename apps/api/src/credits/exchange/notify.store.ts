import { ulid } from 'ulid';
import type { Db } from '../../platform/database/database.ts';
import { insertMessages } from '../../person/message/message.store.ts';
import type { Declaration } from './exchange.store.ts';

/** Notifies the learner of the result of a declaration. */
export const notifyDeclarer = (
  tx: Db,
  { site_id, user_id, declare_no }: Declaration,
  title: string,
  text: string,
  at: Date,
): Promise<void> =>
  insertMessages(tx, [
    {
      id: ulid(at.getTime()),
      site_id,
      user_id,
      kind: 'credit',
      title,
      text,
      link_type: 'declare',
      link_id: declare_no,
      created_at: at,
    },
  ]);
