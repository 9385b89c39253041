import type { Db } from '../../../platform/database/database.ts';
import { formatDay, longDay } from '../../../platform/http/format-time.ts';
import type { Content } from '../../../content/catalogue/catalogue.store.ts';
import { creditTypeName, projectCreditName } from '../certificate.rules.ts';
import type { Certificate } from '../certificate.store.ts';
import { issue } from './issue.action.ts';

export interface Completed {
  learning_id: string;
  user_id: string;
  site_id: string;
  joined_at: Date;
  completed_at: Date | null;
}

/** Issues the certificate of a completed course; `again`: after a revocation and a new
 * completion. */
export function issueCourse(
  tx: Db,
  learning: Completed,
  course: Content,
  now: Date,
  again = false,
): Promise<Certificate> {
  const { learning_id, user_id, site_id, joined_at } = learning;
  const done = learning.completed_at ?? now;
  const year = Number(formatDay(done).slice(0, 4));
  const { title, hours, credits, credit_type, project_no } = course;
  const type = creditTypeName(credit_type);
  const project = project_no ? `〔项目编号：${project_no}〕` : '';
  const given =
    credits > 0
      ? `${hours}学时，特授予${projectCreditName(course.project_level, type)}${credits}分`
      : `${hours}学时`;
  return issue(
    tx,
    {
      site_id,
      user_id,
      kind: 'course_credit',
      source_id: learning_id,
      year,
      title,
      hours,
      credits,
      credit_type,
      again,
      statement: `于${period(formatDay(joined_at), formatDay(done))}参加继续医学教育项目（远程教育）《${title}》${project}的学习，经考核合格，计${given}。`,
      rows: toFilledRows([
        ['项目编号', project_no],
        ['主办单位', course.source_unit],
        ['学时', `${hours}学时`],
        ['学分', `${type}${credits}分`],
      ]),
    },
    now,
  );
}

/** The period of study; a single day is shown once. */
const period = (from: string, to: string) =>
  from === to ? longDay(from) : `${longDay(from)}至${longDay(to)}`;

const toFilledRows = (rows: [name: string, value: string][]) =>
  rows.filter(([, value]) => value !== '').map(([name, value]) => ({ name, value }));
