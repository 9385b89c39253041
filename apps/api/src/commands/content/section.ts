import { readFile } from 'node:fs/promises';
import type { AppContext } from '../../platform/context/context.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { removeMedia } from '../../platform/media/media-files.ts';
import {
  type Playable,
  readOutlines,
  readPlayable,
} from '../../content/catalogue/outline.store.ts';
import { replaceResource } from '../../content/catalogue/write/resource.store.ts';
import { replaceClassQuestions } from '../../study/player/checks/class-question.action.ts';
import { readQuestionIds } from '../../study/player/checks/class-question.store.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import type { Account } from '../staff/account.ts';
import { requireContentOwner } from '../staff/scope.ts';
import { type Command, formatTable, requireArguments, UsageError } from '../staff/command.ts';
import { storeDocument } from './document.ts';
import { questionsIn } from './questions.ts';

const kinds: Record<string, string> = { video: '视频', audio: '音频', pdf: '文档' };

/** A section that the acting account may change: teachers only those of their own site. */
async function findOwnSection({ db }: AppContext, id: string, account: Account): Promise<Playable> {
  const row = (await readPlayable(db, [id])).get(id);
  if (!row) throw new NotPossibleError('没有找到该小节');
  await requireContentOwner(db, account, row.content_id, '课程');
  return row;
}

/** Section commands: documents instead of videos, and questions. */
export const section: Record<string, Command> = {
  list: {
    args: '<课程编号>',
    about: '一门课程的小节：编号、类型、秒数、页数、课堂提问数',
    async run({ db }, args) {
      const [course = ''] = requireArguments(args, '课程编号');
      const sections = (await readOutlines(db, [course])).get(course)?.sections ?? [];
      const rows = await readPlayable(
        db,
        sections.map(({ section_id }) => section_id),
      );
      return formatTable(
        await Promise.all(
          sections.map(async ({ section_id, title }) => {
            const { kind, seconds, pages } = rows.get(section_id) ?? {};
            const questionIds = await readQuestionIds(db, section_id);
            return [
              section_id,
              title,
              kinds[kind ?? ''] ?? '没有内容',
              `${Math.floor(seconds ?? 0)}秒`,
              `${pages ?? 0}页`,
              `${questionIds.length}题`,
            ];
          }),
        ),
      );
    },
  },
  document: {
    args: '<小节编号> <PDF文件> <每页秒数>',
    about: '用 PDF 文档作为小节内容，每页须读够的秒数（5至600）',
    role: 'course_teacher',
    async run(context, args, account) {
      const { db, settings, now } = context;
      const [id = '', path = '', each = ''] = requireArguments(
        args,
        '小节编号',
        'PDF文件',
        '每页秒数',
      );
      const pageSeconds = /^\d{1,3}$/.test(each) ? Number(each) : 0;
      if (pageSeconds < 5 || pageSeconds > 600) throw new UsageError('每页秒数应为5至600的整数');
      const { kind } = await findOwnSection(context, id, account);
      const { folder, pages } = await storeDocument(context, path);
      try {
        await db.transaction(async (tx) => {
          const document = { kind: 'pdf' as const, folder, pages, seconds: pages * pageSeconds };
          await replaceResource(tx, id, document);
          await logState(tx, change(id, kind ?? '', `pdf ${pages}`, account, now()));
        });
      } catch (error) {
        await removeMedia(settings, folder);
        throw error;
      }
      return `已更换为文档，共${pages}页，每页${pageSeconds}秒`;
    },
  },
  questions: {
    args: '<小节编号> <JSON文件>',
    about:
      '设置课堂提问，替换原有题目：{"windows":[[起秒,止秒]],"questions":[{"stem":题干,"options":[选项],"answer":"AC","explain":解析}]}',
    role: 'course_teacher',
    async run(context, args, account) {
      const [id = '', path = ''] = requireArguments(args, '小节编号', 'JSON文件');
      const { kind, seconds, check_plan } = await findOwnSection(context, id, account);
      if ((kind !== 'video' && kind !== 'audio') || !seconds)
        throw new NotPossibleError('只有视频和音频小节可以提问');
      const text = await readFile(path, 'utf8').catch(() => {
        throw new NotPossibleError(`没有文件 ${path}`);
      });
      const questionFile = questionsIn(text, seconds);
      await context.db.transaction(async (tx) => {
        const before = (await readQuestionIds(tx, id)).length;
        await replaceClassQuestions(tx, { section_id: id, seconds, check_plan }, questionFile);
        const to = `questions ${questionFile.questions.length}`;
        await logState(tx, change(id, `questions ${before}`, to, account, context.now()));
      });
      return questionFile.questions.length > 0
        ? `已设置${questionFile.questions.length}题，提问${questionFile.windows.length}次`
        : '已取消课堂提问';
    },
  },
};

const change = (entityId: string, from: string, to: string, account: Account, at: Date) => ({
  entity: 'section',
  entity_id: entityId,
  from,
  to,
  actor_type: 'staff' as const,
  actor_id: account.user_id,
  at,
});
