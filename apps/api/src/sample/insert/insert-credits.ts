import type { Db } from '../../platform/database/database.ts';
import { applyForYear } from '../../credits/certificate/issuing/eligibility.action.ts';
import { storeIssuers } from '../../credits/certificate/certificate.store.ts';
import { issue } from '../../credits/certificate/issuing/issue.action.ts';
import { issueWhenPublicMet } from '../../credits/certificate/issuing/of-year.action.ts';
import { revokeCourseCertificate } from '../../credits/certificate/issuing/revoke.action.ts';
import {
  rejectCertificate,
  replaceCertificate,
} from '../../credits/certificate/issuing/staff.action.ts';
import {
  addRecord,
  findGrant,
  insertCreditRules,
  reverse,
} from '../../credits/credits/credits.store.ts';
import { grant } from '../../credits/certificate/issuing/grant.action.ts';
import {
  completedBetween,
  findCurrentLearning,
  type Learning,
  updateLearning,
} from '../../study/learning/learning.store.ts';
import { markKindRead } from '../../person/message/message.store.ts';
import { formatDay } from '../../platform/http/format-time.ts';
import { creditRules } from '../credit-rules.ts';
import { type SampleCredit, sampleCredits, sampleIssuers } from '@cme/sample/credits';
import { courseId, sampleId } from '@cme/sample/ids';
import { toMoment } from '@cme/sample/moments';
import { people } from '@cme/sample/people';
import type { SamplePerson } from '@cme/sample/shapes';
import { sites } from '@cme/sample/sites';

const staff = { actor_type: 'staff' as const, actor_id: sampleId('user', 'staff') };
const yearAt = (at: Date) => Number(formatDay(at).slice(0, 4));
const getHolder = (key: string) => {
  const person = people.find((person) => person.key === key);
  if (!person) throw new Error(`the sample has no person ${key}`);
  return { user_id: person.user_id, site_id: getSiteId(person) };
};
const getSiteId = ({ site }: Pick<SamplePerson, 'site'>) =>
  sites.find(({ key }) => key === site)?.site_id ?? '';

/** Annual rules and issuers, which must exist before a course is completed. */
export async function insertSampleRules(db: Db): Promise<void> {
  await insertCreditRules(
    db,
    sites.flatMap(({ site_id }) => creditRules(site_id)),
  );
  await storeIssuers(
    db,
    sites.map(({ site_id, key }) => ({
      site_id,
      code: sampleIssuers[key]?.code ?? '0000',
      name: sampleIssuers[key]?.name ?? '',
    })),
  );
}

/** The learners' ledgers and certificates, each row with a plausible time. */
export async function insertSampleCredits(db: Db, now: Date): Promise<void> {
  const byThemselves = new Set(
    sites.filter(({ auto_credit }) => auto_credit === 'N').map(({ key }) => key),
  );
  for (const { user_id } of people.filter(({ site }) => !byThemselves.has(site))) {
    const done = await completedBetween(db, user_id, new Date(0), new Date(now.getTime() + 1));
    for (const learning of done.toReversed()) await grantSample(db, learning, now);
  }
  for (const credit of sampleCredits) await insertCredit(db, credit, now);
  await insertYears(db, now);
  await insertCorrections(db, now);
  await markKindRead(
    db,
    people.map(({ user_id }) => user_id),
    'certificate',
    now,
  );
}

async function grantSample(db: Db, learning: Learning, now: Date): Promise<void> {
  if (await grant(db, learning, learning.completed_at ?? now))
    await updateLearning(db, learning.learning_id, { credit_status: 'granted' });
}

async function insertCredit(db: Db, credit: SampleCredit, now: Date): Promise<void> {
  const {
    who: personKey,
    key,
    when,
    title,
    source,
    kind,
    subject,
    hours,
    credits,
    type = '',
    issuer,
    reversed,
  } = credit;
  const at = toMoment(when, now);
  const record = await addRecord(db, {
    ...getHolder(personKey),
    year: yearAt(at),
    subject_kind: subject,
    kind,
    hours,
    credits,
    credit_type: type,
    source_type: source,
    source_id: sampleId('credit', personKey, key),
    title,
    issuer,
    status: 'granted',
    created_at: at,
    granted_at: at,
  });
  if (reversed) await reverse(db, record, reversed, new Date(at.getTime() + 86_400_000));
}

/** The physician's years are met: last year's certificate was issued, this year's can be applied
 * for. */
async function insertYears(db: Db, now: Date): Promise<void> {
  const holder = getHolder('physician');
  const end = toMoment({ yearsAgo: 1, part: 0.98 }, now);
  await issueWhenPublicMet(db, holder, yearAt(end), toMoment({ yearsAgo: 1, part: 0.97 }, now));
  await issueWhenPublicMet(db, holder, yearAt(now), toMoment({ yearsAgo: 0, part: 0.85 }, now));
  await applyForYear(db, holder, yearAt(end), end);
}

/** One certificate in each state after a correction. */
async function insertCorrections(db: Db, now: Date): Promise<void> {
  const holder = getHolder('physician');
  const at = toMoment({ yearsAgo: 0, part: 0.2 }, now);
  const findCourseLearning = (key: string) =>
    findCurrentLearning(db, holder.user_id, courseId('main', key));
  const renamed = await findCourseLearning('trauma');
  const withdrawn = await findCourseLearning('literature');
  const renamedGrant = renamed && (await findGrant(db, renamed));
  if (!renamedGrant || !withdrawn) throw new Error('the sample’s physician lacks a course');
  await replaceCertificate(db, renamedGrant.cert_no, '工作单位名称更正', at, staff);
  const wrong = await findGrant(db, withdrawn);
  if (wrong) await reverse(db, wrong, '项目备案信息有误', at);
  await revokeCourseCertificate(db, withdrawn, '项目备案信息有误，学时学分已冲销', at);
  const base = {
    kind: 'class' as const,
    hours: 24,
    credits: 8,
    credit_type: '',
    year: yearAt(at),
    rows: [
      { name: '培训方式', value: '集中面授' },
      { name: '学时', value: '24学时' },
      { name: '结论', value: '合格' },
    ],
  };
  const sentence = (title: string) =>
    `参加“${title}”集中面授培训，完成全部课程，经考核合格，准予结业。`;
  const refused = await issue(
    db,
    {
      ...base,
      ...holder,
      source_id: sampleId('class', 'teachers'),
      title: '基层骨干师资培训班',
      statement: sentence('基层骨干师资培训班'),
      review: '等待中心核对签到与考核成绩',
    },
    at,
    staff,
  );
  await rejectCertificate(
    db,
    refused.cert_no,
    '线下签到不足80%，不予结业',
    new Date(at.getTime() + 5 * 86_400_000),
    staff,
  );
  await issue(
    db,
    {
      ...base,
      ...getHolder('senior'),
      source_id: sampleId('class', 'obstetrics'),
      title: '产科急救团队实训班',
      statement: sentence('产科急救团队实训班'),
      review: '等待中心核对签到与考核成绩',
    },
    toMoment({ daysAgo: 2 }, now),
    staff,
  );
}
