import { copyFile, readFile, rm, stat } from 'node:fs/promises';
import type { AppContext } from '../../platform/context/context.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { keepDocument } from '../../platform/media/media-files.ts';
import { inspect } from '../../person/file/check/inspect.ts';
import { virusIn } from '../../person/file/check/scanner.client.ts';
import { countPages } from '../../platform/printing/pages.ts';
import { newPlace, spoolPath } from '../../platform/storage/spool.ts';

const mostBytes = 100 * 1024 * 1024;
const mostPages = 1000;

/** Checks a local PDF like an upload, and stores it. */
export async function storeDocument(
  { settings }: AppContext,
  input: string,
): Promise<{ folder: string; pages: number }> {
  const stats = await stat(input).catch(() => undefined);
  if (!stats?.isFile()) throw new NotPossibleError(`没有文件 ${input}`);
  if (stats.size > mostBytes) throw new NotPossibleError('文件不能超过100 MB');
  // Stores the bytes that were checked, even if the file changes meanwhile.
  const path = await spoolPath(settings);
  try {
    await copyFile(input, path);
    if (settings.scanner && (await virusIn(settings.scanner, path)))
      throw new NotPossibleError('文件含有病毒');
    const verdict = await inspect({ path, rewritten: path, formats: ['pdf'] });
    if ('refused' in verdict) throw new NotPossibleError(verdict.refused);
    const pages = await countPages(await readFile(path)).catch(() => 0);
    if (pages < 1 || pages > mostPages) throw new NotPossibleError('文件应为1至1000页的 PDF');
    const folder = newPlace();
    await keepDocument(settings, folder, path);
    return { folder, pages };
  } finally {
    await rm(path, { force: true });
  }
}
