import { recordShownPeople } from '../../platform/http/staff-log.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { readContent } from '../../content/catalogue/catalogue.store.ts';
import { readUsers } from '../../person/identity/user.store.ts';
import { type Decision, moderate, switchChat } from '../../study/live/room/chat.action.ts';
import { endLive } from '../../study/live/end.action.ts';
import { liveStatusAt, liveStatusNames } from '../../study/live/live.rules.ts';
import { listLives, type Live, readLive } from '../../study/live/live.store.ts';
import { findMessage, readMessages, readMuted } from '../../study/live/room/room.store.ts';
import { keySeconds, streamKey } from '../../platform/settings/live-ingest.ts';
import type { Account } from '../staff/account.ts';
import { requireContentOwner } from '../staff/scope.ts';
import { type Command, formatTable, requireArguments, UsageError } from '../staff/command.ts';
import { requireSite } from '../staff/require-site.ts';

/** A live that the acting account may manage: teachers only those of their own site. */
async function findOwnLive({ db }: AppContext, id: string, account: Account): Promise<Live> {
  const row = await readLive(db, id);
  if (!row) throw new NotPossibleError('没有找到该直播');
  await requireContentOwner(db, account, id, '直播');
  return row;
}

const decision = (to: Decision, about: string): Command => ({
  args: '<发言编号>',
  about,
  role: 'course_teacher',
  async run(context, args, account) {
    const { db, now } = context;
    const [id = ''] = requireArguments(args, '发言编号');
    const message = await findMessage(db, id);
    if (!message) throw new NotPossibleError('没有找到这条发言');
    await findOwnLive(context, message.content_id, account);
    await moderate(db, message, to, { actor_type: 'staff', actor_id: account.user_id }, now());
    return '已办理';
  },
});

/** Live commands: stream key, chat moderation, and end. */
export const live: Record<string, Command> = {
  list: {
    args: '<站点>',
    about: '正在直播和即将开课的直播',
    async run({ db, now }, args) {
      const [word = ''] = requireArguments(args, '站点');
      const { site_id } = await requireSite(db, word);
      const rows = await listLives(db, site_id, now(), 50);
      const titles = await Promise.all(rows.map(({ content_id }) => readContent(db, content_id)));
      return formatTable(
        rows.map((row, index) => [
          row.content_id,
          liveStatusNames[liveStatusAt(row, now())],
          formatTime(row.begin_at),
          titles[index]?.title ?? '',
        ]),
      );
    },
  },
  key: {
    args: '<直播编号>',
    about: '推流地址和推流密钥，7天内有效',
    role: 'course_teacher',
    async run(context, args, account) {
      const { settings, now } = context;
      const [id = ''] = requireArguments(args, '直播编号');
      await findOwnLive(context, id, account);
      const expires = Math.floor(now().getTime() / 1000) + keySeconds;
      return formatTable([
        ['推流地址', settings.liveRtmp || '（没有接入推流服务，见 LIVE_RTMP）'],
        ['推流密钥', streamKey(settings, id, expires)],
      ]);
    },
  },
  talk: {
    args: '<直播编号>',
    about: '最近的发言，含已隐藏的',
    role: 'course_teacher',
    async run(context, args, account) {
      const { db } = context;
      const [id = ''] = requireArguments(args, '直播编号');
      await findOwnLive(context, id, account);
      const rows = await readMessages(db, id, 100, { withHidden: true });
      const muted = await readMuted(db, id);
      recordShownPeople(rows.map(({ user_id }) => user_id));
      const people = await readUsers(
        db,
        rows.map(({ user_id }) => user_id),
      );
      return formatTable(
        rows.map(({ message_id, user_id, sent_at, text, hidden_at }) => [
          message_id,
          formatTime(sent_at),
          people.get(user_id)?.real_name ?? user_id,
          [hidden_at && '（已隐藏）', muted.has(user_id) && '（作者已禁言）', text]
            .filter(Boolean)
            .join(''),
        ]),
      );
    },
  },
  chat: {
    args: '<直播编号> <on|off>',
    about: '打开或关闭直播间的发言',
    role: 'course_teacher',
    async run(context, args, account) {
      const [id = '', to = ''] = requireArguments(args, '直播编号', '开关');
      if (to !== 'on' && to !== 'off') throw new UsageError('开关应为 on 或 off');
      await findOwnLive(context, id, account);
      const actor = { actor_type: 'staff' as const, actor_id: account.user_id };
      await switchChat(context.db, id, to === 'on', actor, context.now());
      return to === 'on' ? '已打开发言' : '已关闭发言';
    },
  },
  hide: decision('hide', '隐藏一条发言'),
  show: decision('show', '恢复一条发言'),
  mute: decision('mute', '在该直播间禁言这条发言的作者'),
  unmute: decision('unmute', '取消禁言'),
  end: {
    args: '<直播编号>',
    about: '结束直播，录像转为回放',
    role: 'course_teacher',
    async run(context, args, account) {
      const { db, now } = context;
      const [id = ''] = requireArguments(args, '直播编号');
      await findOwnLive(context, id, account);
      const actor = { actor_type: 'staff' as const, actor_id: account.user_id };
      try {
        await endLive(db, id, actor, now());
      } catch (error) {
        if (error instanceof RefusalError) throw new NotPossibleError(error.message);
        throw error;
      }
      return '已结束';
    },
  },
};
