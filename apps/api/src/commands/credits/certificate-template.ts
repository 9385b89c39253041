import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawPreview } from '../../credits/certificate/print/preview.ts';
import type { PrintedTemplate } from '../../credits/certificate/printed.ts';
import { pictureNames, starterLayout } from '../../credits/certificate/layout.rules.ts';
import {
  addTemplate,
  type GivenTemplate,
  readTemplate,
} from '../../credits/certificate/template.action.ts';
import {
  builtInVersion,
  findTemplate,
  readCurrentVersion,
  readTemplates,
} from '../../credits/certificate/template.store.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { formatDay, formatTime } from '../../platform/http/format-time.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import type { Account } from '../staff/account.ts';
import { formatTable, requireArguments, UsageError } from '../staff/command.ts';
import { requireOwnSite } from '../staff/scope.ts';

/** A folder with `layout.json`, and `background`, `seal` and `signature` as PNG or JPEG. */
function readFolder(folder: string): GivenTemplate {
  const layoutFile = join(folder, 'layout.json');
  if (!existsSync(layoutFile)) throw new NotPossibleError(`没有文件 ${layoutFile}`);
  const pictures: GivenTemplate['pictures'] = {};
  for (const name of pictureNames) {
    const path = ['png', 'jpg', 'jpeg']
      .map((ending) => join(folder, `${name}.${ending}`))
      .find((file) => existsSync(file));
    if (path) pictures[name] = path;
  }
  return { layout: readFileSync(layoutFile, 'utf8'), pictures };
}

async function readVersion(
  context: AppContext,
  siteId: string,
  word: string | undefined,
): Promise<PrintedTemplate | undefined> {
  if (word !== undefined && !/^\d{1,4}$/.test(word)) return readTemplate(context, readFolder(word));
  const version =
    word === undefined ? await readCurrentVersion(context.db, siteId, context.now()) : Number(word);
  if (version === builtInVersion) return undefined;
  const row = await findTemplate(context.db, siteId, version);
  if (!row) throw new NotPossibleError(`没有第${version}版模板`);
  const { layout, background, seal, signature } = row;
  return { layout, background, seal, signature };
}

function parseDay(word: string | undefined, now: Date): Date {
  if (word === undefined) return now;
  const day = new Date(`${word}T00:00:00+08:00`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(word) || Number.isNaN(day.getTime()) || formatDay(day) !== word)
    throw new UsageError('生效日期应为 YYYY-MM-DD');
  if (formatDay(day) < formatDay(now)) throw new NotPossibleError('生效日期不能早于今天');
  return day;
}

type Work = (context: AppContext, args: readonly string[], account: Account) => Promise<string>;

const actions: Readonly<Record<string, Work>> = {
  async list({ db, now }, args, account) {
    const [word = ''] = requireArguments(args, '站点');
    const { site_id } = await requireOwnSite(db, account, word);
    const current = await readCurrentVersion(db, site_id, now());
    const rows = (await readTemplates(db, site_id)).map(({ version, valid_from, ...row }) => [
      `第${version}版`,
      `${formatTime(valid_from)}起`,
      pictureNames.filter((name) => row[name] !== '').join('、') || '没有图片',
    ]);
    return formatTable([['第1版', '内置', ''], ...rows, [`现用第${current}版`]]);
  },
  async starter(_, args) {
    const [folder = ''] = requireArguments(args, '文件夹');
    mkdirSync(folder, { recursive: true });
    const path = join(folder, 'layout.json');
    if (existsSync(path)) throw new NotPossibleError(`文件已存在：${path}`);
    writeFileSync(path, `${JSON.stringify(starterLayout, null, 2)}\n`, { flag: 'wx' });
    return `已写入 ${path}；再放入 background、seal、signature（png 或 jpg），然后 template preview`;
  },
  async add(context, args, account) {
    const [word = '', folder = ''] = requireArguments(args, '站点', '文件夹');
    const { site_id } = await requireOwnSite(context.db, account, word);
    const valid_from = parseDay(args[2], context.now());
    const given = { ...readFolder(folder), site_id, valid_from };
    const { version } = await addTemplate(context, given, account.user_id);
    return `第${version}版已添加，${formatTime(valid_from)}起用于新发的证书`;
  },
  async preview(context, args, account) {
    const [word = '', path = ''] = requireArguments(args, '站点', '文件.pdf');
    if (existsSync(path)) throw new NotPossibleError(`文件已存在：${path}`);
    const site = await requireOwnSite(context.db, account, word);
    const template = await readVersion(context, site.site_id, args[2]);
    writeFileSync(path, await drawPreview(context.db, site, template, context.now()), {
      flag: 'wx',
    });
    return `样张已写入 ${path}`;
  },
};

/** `certificate template <action> …` */
export const runTemplateAction: Work = (context, [action = '', ...args], account) => {
  const work = Object.hasOwn(actions, action) ? actions[action] : undefined;
  if (!work) throw new UsageError(`应为 ${Object.keys(actions).join('、')}`);
  return work(context, args, account);
};
