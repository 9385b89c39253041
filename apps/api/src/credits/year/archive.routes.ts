import { learnArchive } from '@cme/contract/study';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { answer } from '../../platform/http/answer.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { formatDay } from '../../platform/http/format-time.ts';
import { printsWith } from '../../platform/printing/print.ts';
import { isOfSite } from '../../platform/sites/of-site.ts';
import { getSites } from '../../platform/sites/site.cache.ts';
import { filePass, fileSeconds, opensFile } from '../certificate/token.rules.ts';
import { sourceNames } from '../credits/credits.rules.ts';
import { readYear } from '../credits/credits.store.ts';
import { findUser, type UserRow } from '../../person/identity/user.store.ts';
import { readCreditsSummary } from './credits-summary.view.ts';
import { readStudyReport } from './report.view.ts';
import type { Archive, drawArchive } from './archive.draw.ts';

const printArchive = printsWith<typeof drawArchive>(
  new URL('archive.draw.ts', import.meta.url),
  'drawArchive',
);
const toArchiveName = (year: number) => `${year}年度继续教育学习档案.pdf`;

/** A year's archive as a PDF: the owner requests its URL, which expires after minutes. */
export function registerArchive(app: FastifyInstance, context: AppContext): void {
  answer(app, context, learnArchive, ({ person, body }) => {
    const file = `archive-${person.user_id}-${body.year}.pdf`;
    const expires = Math.floor(context.now().getTime() / 1000) + fileSeconds;
    const pass = filePass(context.settings, file, expires);
    return {
      url: `${context.settings.contentBase}/qm/archive/${pass}/${file}`,
      file_name: toArchiveName(body.year),
    };
  });
  app.get<{ Params: { pass: string; file: string } }>(
    '/qm/archive/:pass/:file',
    async (request, reply) => {
      const { pass, file } = request.params;
      const [, userId = '', year = ''] = /^archive-(\w+)-(\d{4})\.pdf$/.exec(file) ?? [];
      const isOpen = opensFile(context.settings, pass, file, context.now());
      const user = isOpen ? await findUser(context.db, userId) : undefined;
      if (!user || !(await isOfSite(context, request, user.site_id)))
        throw new RefusalError(403, '下载地址已失效，请重新下载', 'not_owned');
      const bytes = await printArchive(await readArchive(context, context.db, user, Number(year)));
      const name = encodeURIComponent(toArchiveName(Number(year)));
      return reply
        .headers({
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename="archive-${year}.pdf"; filename*=UTF-8''${name}`,
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, no-store',
          'content-security-policy': "default-src 'none'; sandbox",
        })
        .send(bytes);
    },
  );
}

async function readArchive(
  context: AppContext,
  db: Db,
  user: UserRow,
  year: number,
): Promise<Archive> {
  const now = context.now();
  const report = await readStudyReport(db, user.user_id, { year }, now);
  const { got, rule, year_status_name } = await readCreditsSummary(
    db,
    user.site_id,
    user.user_id,
    year,
    now,
  );
  const site = (await getSites(context)).find(({ site_id }) => site_id === user.site_id);
  const rows = (await readYear(db, user.user_id, year)).filter(
    ({ status }) => status !== 'pending',
  );
  const minutes = (seconds: number) => String(Math.round(seconds / 60));
  return {
    year,
    site: site?.site_name ?? '',
    name: user.real_name,
    unit: user.unit_name,
    at: now.getTime(),
    day: formatDay(now),
    status: year_status_name,
    figures: [
      ['学分', `${got.credits} / ${rule.need_credits}`],
      ['学时', `${got.hours} / ${rule.need_hours}`],
      ['完成课程', `${report.completed} 门`],
      ['学习时长', `${minutes(report.total_seconds)} 分钟`],
      ['学习天数', `${report.days_studied} 天`],
    ],
    months: report.months.map(({ month, seconds, hours, credits, completed }) => [
      `${month}月`,
      minutes(seconds),
      String(hours),
      String(credits),
      String(completed),
    ]),
    rows: rows.map(({ title, source_type, hours, credits, granted_at, created_at }) => [
      title,
      sourceNames[source_type] ?? '',
      String(hours),
      String(credits),
      formatDay(granted_at ?? created_at),
    ]),
  };
}
