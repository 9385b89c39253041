import { ulid } from 'ulid';
import { recordShownPeople } from '../../platform/http/staff-log.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { insertMessages } from '../../person/message/message.store.ts';
import { findNote, readPublic, updateNote } from '../../study/note/note.store.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import type { Account } from '../staff/account.ts';
import { readScope, requireScope } from '../staff/scope.ts';
import { type Command, formatTable, requireArguments, UsageError } from '../staff/command.ts';

const limit = 100;

/** Hides a public note, or shows it again; the author keeps it and is notified. */
async function decideNote(
  { db, now }: AppContext,
  [id = '', ...words]: readonly string[],
  to: 'hidden' | 'shown',
  account: Account,
): Promise<string> {
  const reason = words.join(' ').trim();
  if (to === 'hidden' && (reason.length < 2 || reason.length > 200))
    throw new UsageError('原因为2至200字');
  await db.transaction(async (tx) => {
    const row = await findNote(tx, id);
    if (row?.is_public !== 'Y') throw new NotPossibleError('没有找到这条公开笔记');
    await requireScope(tx, account, [row.site_id], '笔记');
    if (row.status === to) return;
    const at = now();
    await updateNote(tx, id, { status: to });
    await logState(tx, {
      entity: 'note',
      entity_id: id,
      from: row.status,
      to,
      actor_type: 'staff',
      actor_id: account.user_id,
      reason,
      at,
    });
    await insertMessages(tx, [
      {
        id: ulid(at.getTime()),
        site_id: row.site_id,
        user_id: row.user_id,
        kind: 'study',
        title: to === 'hidden' ? '您的笔记已不再公开' : '您的笔记已恢复公开',
        text:
          to === 'hidden'
            ? `您公开的笔记已改为仅自己可见，原因：${reason}`
            : '您公开的笔记经核对已恢复公开。',
        link_type: 'C',
        link_id: row.content_id,
        created_at: at,
      },
    ]);
  });
  return to === 'hidden' ? '已隐藏' : '已恢复公开';
}

async function lines(
  { db }: AppContext,
  status: 'shown' | 'hidden',
  account: Account,
): Promise<string> {
  const rows = await readPublic(db, { status, limit, siteId: await readScope(db, account) });
  recordShownPeople(rows.map(({ user_id }) => user_id));
  return formatTable(
    rows.map(({ note_id, created_at, text }) => [note_id, formatTime(created_at), text]),
  );
}

/** Public notes of learners. */
export const note: Record<string, Command> = {
  list: {
    args: '',
    about: '公开的笔记，最新的在前',
    role: 'course_teacher',
    run: (context, _args, account) => lines(context, 'shown', account),
  },
  hidden: {
    args: '',
    about: '已隐藏的公开笔记',
    role: 'course_teacher',
    run: (context, _args, account) => lines(context, 'hidden', account),
  },
  hide: {
    args: '<笔记编号> <原因>',
    about: '隐藏一条公开笔记，作者仍可看到并收到原因',
    role: 'course_teacher',
    run: (context, args, account) =>
      decideNote(
        context,
        [...requireArguments(args, '笔记编号', '原因'), ...args.slice(2)],
        'hidden',
        account,
      ),
  },
  show: {
    args: '<笔记编号>',
    about: '恢复公开一条笔记',
    role: 'course_teacher',
    run: (context, args, account) =>
      decideNote(context, requireArguments(args, '笔记编号'), 'shown', account),
  },
};
