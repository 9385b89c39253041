import { findContent } from '../../content/catalogue/catalogue.store.ts';
import { isSwitch, switches } from '../../study/player/study-rule/study-rule.rules.ts';
import {
  readStudyRuleRows,
  setStudyRule,
  formatSwitch,
} from '../../study/player/study-rule/study-rule.store.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { requireScope } from '../staff/scope.ts';
import { type Command, formatTable, requireArguments } from '../staff/command.ts';
import { requireSite } from '../staff/require-site.ts';

/** Study rules: seeking, speed, checks, daily cap, second player, picture-in-picture. */
export const study: Record<string, Command> = {
  rules: {
    args: '<站点>',
    about: '一个站点和其中课程的学习规则，未设置的为 default',
    async run({ db }, args) {
      const [site = ''] = requireArguments(args, '站点');
      const rows = await readStudyRuleRows(db, (await requireSite(db, site)).site_id);
      const names = Object.keys(switches).filter(isSwitch);
      return formatTable(
        rows.map((row) => [
          row.content_id || 'all',
          ...names.map((name) => `${name}=${formatSwitch(row, name)}`),
        ]),
      );
    },
  },
  set: {
    args: '<站点> <课程编号|all> <设置项> <值|default>',
    about: `设置学习规则，课程优先于站点：${Object.entries(switches)
      .map(([name, { about }]) => `${name} ${about}`)
      .join('；')}`,
    role: 'site_admin',
    async run({ db, now }, args, account) {
      const [site = '', course = '', name = '', text = ''] = requireArguments(
        args,
        '站点',
        '课程编号',
        '设置项',
        '值',
      );
      const { site_id } = await requireSite(db, site);
      await requireScope(db, account, [site_id], '学习规则');
      const content_id = course === 'all' ? '' : course;
      if (content_id && !(await findContent(db, site_id, content_id)))
        throw new NotPossibleError(`该站点没有课程 ${course}`);
      const actor = { actor_type: 'staff' as const, actor_id: account.user_id };
      return db.transaction((tx) =>
        setStudyRule(tx, { site_id, content_id, name, text }, actor, now()),
      );
    },
  },
};
