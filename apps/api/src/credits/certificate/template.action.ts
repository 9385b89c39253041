import { readFile, rm } from 'node:fs/promises';
import type { AppContext } from '../../platform/context/context.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { missingGlyphs } from '../../platform/printing/fonts.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import { spoolPath } from '../../platform/storage/spool.ts';
import { inspect } from '../../person/file/check/inspect.ts';
import { parseLayout, type PictureName, pictureNames } from './layout.rules.ts';
import type { PrintedTemplate } from './printed.ts';
import { insertTemplate, type Template } from './template.store.ts';

/** A picture after it was redrawn. */
const largest = 3 * 1024 * 1024;

/** A template as staff have it: the layout's JSON, and paths of pictures. */
export interface GivenTemplate {
  layout: string;
  pictures: Partial<Record<PictureName, string>>;
}

/** Checks a template; its pictures are checked and redrawn as uploads are. */
export async function readTemplate(
  { settings }: Pick<AppContext, 'settings'>,
  given: GivenTemplate,
): Promise<PrintedTemplate> {
  const layout = parseLayout(given.layout);
  if ('fault' in layout) throw new NotPossibleError(layout.fault);
  const missing = await missingGlyphs(layout.texts.map(({ text }) => text).join(''));
  if (missing.length > 0) throw new NotPossibleError(`字体缺少“${missing.join('')}”，不能制证`);
  const template: PrintedTemplate = { layout, background: '', seal: '', signature: '' };
  for (const name of pictureNames) {
    const path = given.pictures[name];
    if (path === undefined) continue;
    if (name !== 'background' && !layout[name])
      throw new NotPossibleError(`布局没有写明 ${name} 的位置`);
    template[name] = await redrawPicture(settings, name, path);
  }
  return template;
}

async function redrawPicture(
  settings: AppContext['settings'],
  name: PictureName,
  path: string,
): Promise<string> {
  const rewritten = await spoolPath(settings);
  try {
    const verdict = await inspect({ path, rewritten, formats: ['jpg', 'png'] });
    if ('refused' in verdict) throw new NotPossibleError(`${name}：${verdict.refused}`);
    const bytes = await readFile(rewritten);
    if (bytes.length > largest) throw new NotPossibleError(`${name}：图片处理后不能超过 3 MB`);
    return bytes.toString('base64');
  } finally {
    await rm(rewritten, { force: true });
  }
}

/** Adds a version to a site's templates. Certificates that exist keep theirs. */
export async function addTemplate(
  context: Pick<AppContext, 'db' | 'settings' | 'now'>,
  { site_id, valid_from, ...given }: GivenTemplate & { site_id: string; valid_from: Date },
  addedBy: string,
): Promise<Template> {
  const template = await readTemplate(context, given);
  const at = context.now();
  return context.db.transaction(async (tx) => {
    const row = await insertTemplate(tx, {
      site_id,
      valid_from,
      ...template,
      created_by: addedBy,
      created_at: at,
    });
    await logState(tx, {
      entity: 'cert_template',
      entity_id: site_id,
      from: String(row.version - 1),
      to: String(row.version),
      actor_type: 'staff',
      actor_id: addedBy,
      reason: `自 ${valid_from.toISOString()} 起`,
      at,
    });
    return row;
  });
}
