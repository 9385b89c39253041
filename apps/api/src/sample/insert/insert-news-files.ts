import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppContext } from '../../platform/context/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { attachFiles } from '../../person/file/attach.action.ts';
import { storeFile } from '../../person/file/store-file.action.ts';
import { insertNewsAttachments, newsFileOwner } from '../../content/news/news.write.ts';
import { sampleId } from '@cme/sample/ids';
import { news } from '@cme/sample/news';
import { newsFiles } from '@cme/sample/news-files';
import type { SampleNews } from '@cme/sample/shapes';
import { sites } from '@cme/sample/sites';

const filesFolder = join(import.meta.dirname, '../../../media/files');

/** Attachments of news. Requires the news. */
export async function insertSampleNewsFiles(
  context: Pick<AppContext, 'settings'>,
  db: Db,
  now: Date,
): Promise<void> {
  const byItem = Map.groupBy(newsFiles, ({ news: id }) => id);
  for (const item of news) await attach(context, db, now, item, byItem.get(item.id) ?? []);
}

async function attach(
  { settings }: Pick<AppContext, 'settings'>,
  db: Db,
  now: Date,
  { id, site, title: of }: SampleNews,
  files: typeof newsFiles,
): Promise<void> {
  if (files.length === 0) return;
  const site_id = sites.find(({ key }) => key === site)?.site_id ?? site;
  const file_ids: string[] = [];
  for (const [sort, { file, title }] of files.entries()) {
    const bytes = readFileSync(join(filesFolder, file));
    const file_id = sampleId('news-file', file);
    const name = `${title}.pdf`;
    const kept = { file_id, site_id, kind: 'attachment', name, format: 'pdf', bytes } as const;
    await storeFile({ settings, now: () => now }, db, kept);
    file_ids.push(file_id);
    await insertNewsAttachments(db, [
      {
        id: sampleId('news-attachment', file),
        news_id: id,
        file_id,
        name,
        size: bytes.byteLength,
        kind: 'pdf',
        sort,
      },
    ]);
  }
  await attachFiles(db, {
    site_id,
    user_id: '',
    owner_type: newsFileOwner,
    owner_id: id,
    title: of,
    file_ids,
    kinds: ['attachment'],
    most: 20,
  });
}
