import { and, asc, eq, inArray, type InferSelectModel } from 'drizzle-orm';
import type { Db } from '../../../platform/database/database.ts';
import { NotPossibleError } from '../../../platform/http/not-possible.ts';
import { type Actor, logState } from '../../../platform/state-log/state-log.store.ts';
import {
  isSwitch,
  mergeRules,
  type StudyRules,
  type StudySwitch,
  switches,
  toDefaultRules,
} from './study-rule.rules.ts';
import { studyRule } from './study-rule.tables.ts';

export type StudyRuleRow = InferSelectModel<typeof studyRule>;

/** Study rules for a play of this course on this site. */
export async function readStudyRules(
  db: Db,
  siteId: string,
  contentId: string,
  otherwise: Pick<StudyRules, 'max_rate' | 'play_kick_mode'>,
): Promise<StudyRules> {
  const rows = await db
    .select()
    .from(studyRule)
    .where(and(eq(studyRule.site_id, siteId), inArray(studyRule.content_id, ['', contentId])));
  const findRow = (id: string) => rows.find(({ content_id }) => content_id === id);
  return mergeRules(findRow(contentId), findRow(''), toDefaultRules(otherwise));
}

export const readStudyRuleRows = (db: Db, siteId: string): Promise<StudyRuleRow[]> =>
  db
    .select()
    .from(studyRule)
    .where(eq(studyRule.site_id, siteId))
    .orderBy(asc(studyRule.content_id));

interface Switching {
  site_id: string;
  /** Empty for all courses of the site. */
  content_id: string;
  name: string;
  /** As typed; `default` falls back to the next wider row. */
  text: string;
}

/** Changes a setting and records by whom. Open plays keep their rules. */
export async function setStudyRule(
  tx: Db,
  { site_id, content_id, name, text }: Switching,
  by: Actor,
  at: Date,
): Promise<string> {
  if (!isSwitch(name))
    throw new NotPossibleError(`没有设置项 ${name}，可用：${Object.keys(switches).join('、')}`);
  const value = text === 'default' ? null : switches[name].read(text);
  if (value === undefined) throw new NotPossibleError(`${name}：${switches[name].about}`);
  await tx.insert(studyRule).values({ site_id, content_id }).onConflictDoNothing();
  const [before] = await tx
    .select()
    .from(studyRule)
    .where(and(eq(studyRule.site_id, site_id), eq(studyRule.content_id, content_id)))
    .for('update');
  const from = formatSwitch(before, name);
  const to = value === null ? 'default' : String(value);
  if (from === to) return `${name} 没有变化：${to}`;
  await tx
    .update(studyRule)
    .set({ [name]: value })
    .where(and(eq(studyRule.site_id, site_id), eq(studyRule.content_id, content_id)));
  await logState(tx, {
    entity: 'study_rule',
    entity_id: `${site_id}/${content_id}`,
    from: `${name}=${from}`,
    to: `${name}=${to}`,
    ...by,
    at,
  });
  return `${name}：${from} → ${to}`;
}

export const formatSwitch = (row: StudyRuleRow | undefined, name: StudySwitch): string =>
  String(row?.[name] ?? 'default');
