import {
  messageChoices,
  messageChoose,
  messageDelete,
  messageList,
  messageRead,
  messageReadAll,
  messageRestore,
  topNoticeCount,
} from '@cme/contract/person';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../platform/http/answer.ts';
import type { Db } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { countBox, type Mark, markAllRead, markMessage, readBox } from './box.store.ts';
import { readChoices, mayRefuse, setChoice } from './choice.store.ts';
import { mostUnread, type Reader, unreadCount } from './message.store.ts';

export function registerMessage(app: FastifyInstance, context: AppContext): void {
  const unread = async (db: Db, reader: Reader) => ({
    unread_count: await unreadCount(db, reader, context.now()),
  });
  answer(app, context, topNoticeCount, ({ db, person }) => unread(db, person));

  answer(app, context, messageList, async ({ db, person, body }) => {
    const { tab, page, page_size } = body;
    const now = context.now();
    const kinds = await countBox(db, person, now);
    const sum = (field: 'all' | 'unread', rows = kinds) =>
      rows.reduce((total, row) => total + row[field], 0);
    const inTab = kinds.filter(({ kind }) => tab === 'all' || tab === 'unread' || kind === tab);
    const rows = await readBox(db, person, { tab, page, size: page_size }, now);
    const unread_count = Math.min(mostUnread, sum('unread'));
    return {
      list: rows.map(({ created_ms, ...row }) => ({
        ...row,
        created_at: formatTime(new Date(created_ms)),
      })),
      total: sum(tab === 'unread' ? 'unread' : 'all', inTab),
      page,
      page_size,
      unread_count,
      counts: {
        all: unread_count,
        unread: unread_count,
        ...Object.fromEntries(kinds.map((row) => [row.kind, row.unread])),
      },
    };
  });

  const marking = async (db: Db, reader: Reader, messageId: string, mark: Mark) => {
    if (!(await markMessage(db, reader, messageId, mark, context.now())))
      throw new RefusalError(404, '没有找到这条消息', 'not_found');
    return unread(db, reader);
  };
  answer(app, context, messageRead, ({ db, person, body }) =>
    marking(db, person, body.message_id, 'read'),
  );
  answer(app, context, messageDelete, ({ db, person, body }) =>
    marking(db, person, body.message_id, 'deleted'),
  );
  answer(app, context, messageRestore, ({ db, person, body }) =>
    marking(db, person, body.message_id, 'restored'),
  );
  answer(app, context, messageReadAll, async ({ db, person, body }) => {
    await markAllRead(db, person, body.kind, context.now());
    return unread(db, person);
  });
  answer(app, context, messageChoices, async ({ db, person }) => ({
    list: await readChoices(db, person.user_id),
  }));
  answer(
    app,
    context,
    messageChoose,
    async ({ db, person, body: { kind, box, badge } }) => {
      if (box === 'N' && !mayRefuse(kind))
        throw new RefusalError(400, '这类消息与您的账号和权益有关，不能关闭', 'not_allowed');
      await setChoice(db, { user_id: person.user_id, kind, box, badge });
      return { list: await readChoices(db, person.user_id) };
    },
    { perMinute: 120 },
  );
}
