import { refreshEntries, outdateEntries } from '../../content/search/entry.store.ts';
import {
  readOwnSynonyms,
  removeSynonym,
  writeSynonym,
} from '../../content/search/synonym.store.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { logState } from '../../platform/state-log/state-log.store.ts';
import { type Command, formatTable, requireArguments } from '../staff/command.ts';

const longestName = 30;
const mostNames = 20;

/** Names of the same thing, separated by spaces. */
function readNames(args: readonly string[]): string[] {
  const names = [...new Set(args.map((name) => name.trim()).filter(Boolean))];
  if (names.length < 2) throw new NotPossibleError('请写至少两个词，用空格分开');
  if (names.length > mostNames) throw new NotPossibleError(`一组最多${mostNames}个词`);
  for (const name of names) {
    if ([...name].length < 2 || [...name].length > longestName)
      throw new NotPossibleError(`“${name}”应为2至${longestName}个字`);
    if (!/^[\p{L}\p{N}-]+$/u.test(name))
      throw new NotPossibleError(`“${name}”只能含汉字、字母和数字`);
  }
  return names;
}

/** Synonyms of the search that the installation adds to those of the trade. */
export const synonym: Record<string, Command> = {
  list: {
    args: '',
    about: '本系统添加的搜索同义词，一行一组',
    run: async ({ db }) => formatTable((await readOwnSynonyms(db)).map(({ names }) => names)),
  },
  add: {
    args: '<词> <同义词> …',
    about: '添加一组搜索同义词，搜其中一个也找到其他；首词相同的一组被替换',
    role: 'super',
    async run({ db, now, stopping }, args, account) {
      const names = readNames(args);
      await db.transaction(async (tx) => {
        await writeSynonym(tx, names, now());
        await outdateEntries(tx, names);
        await logState(tx, {
          entity: 'search_synonym',
          entity_id: names[0] ?? '',
          from: '',
          to: names.join(' '),
          actor_type: 'staff',
          actor_id: account.user_id,
          at: now(),
        });
      });
      return `已添加，更新了${await refreshEntries(db, stopping)}条搜索内容`;
    },
  },
  remove: {
    args: '<首词>',
    about: '删除一组添加的搜索同义词',
    role: 'super',
    async run({ db, now, stopping }, args, account) {
      const [name = ''] = requireArguments(args, '首词');
      await db.transaction(async (tx) => {
        const names = await removeSynonym(tx, name);
        if (!names) throw new NotPossibleError('没有这一组同义词');
        await outdateEntries(tx, names);
        await logState(tx, {
          entity: 'search_synonym',
          entity_id: name,
          from: names.join(' '),
          to: '',
          actor_type: 'staff',
          actor_id: account.user_id,
          at: now(),
        });
      });
      return `已删除，更新了${await refreshEntries(db, stopping)}条搜索内容`;
    },
  },
};
