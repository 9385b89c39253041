import type { ContentCard } from '@cme/contract/content';
import {
  learnCalendar,
  learnDetail,
  learnExplain,
  learnList,
  learnReport,
  type LearnRow,
  learnSummary,
} from '@cme/contract/study';
import type * as z from 'zod/mini';
import type { FastifyInstance } from 'fastify';
import { answer } from '../../platform/http/answer.ts';
import type { Db } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/context/context.ts';
import { RefusalError } from '../../platform/http/refusal.ts';
import { formatTime } from '../../platform/http/format-time.ts';
import { type CourseFacts, readCourseFacts } from '../../content/catalogue/catalogue.store.ts';
import { cardsById } from '../../content/catalogue/lists/card.store.ts';
import { ledger } from '../../study/learning/progress/ledger.rules.ts';
import { readProgress } from '../../study/learning/progress/progress.store.ts';
import {
  daysLeft,
  getMissingParts,
  type Part,
  statusAt,
  statusName,
} from '../../study/learning/learning.rules.ts';
import {
  countTabs,
  findLearning,
  type Learning,
  readLearnings,
} from '../../study/learning/learning.store.ts';
import { extensionRefused } from '../../study/learning/enrolment/extension.rules.ts';
import {
  type ExtensionRequest,
  toExtension,
  readExtensions,
} from '../../study/learning/enrolment/extension.store.ts';
import { isOpen } from '../../content/catalogue/catalogue.rules.ts';
import { type Purchasable, readPurchasables } from '../../content/catalogue/package.store.ts';
import { getWorstState } from '../../content/catalogue/sale.rules.ts';
import { learningsAmong } from '../../study/learning/owned.store.ts';
import { readParts } from '../../study/learning/outline.view.ts';
import { readCalendar } from './calendar.view.ts';
import { readStudyReport } from '../../credits/year/report.view.ts';
import { readLearningSummary } from './learning-summary.view.ts';
import { toSuspension } from '../../study/learning/suspend.action.ts';
import { readWaitingExams } from '../../study/exam/list/waiting-exams.view.ts';

type Row = z.input<typeof LearnRow>;

export function registerMyLearning(app: FastifyInstance, context: AppContext): void {
  answer(app, context, learnList, async ({ body, site, person, db }) => {
    const { tab, page, page_size } = body;
    const counts = await countTabs(db, person.user_id, context.now());
    const list = await readLearningRows(
      db,
      site.site_id,
      await readLearnings(db, person.user_id, { tab, page, size: page_size }, context.now()),
      context.now(),
    );
    return { list, total: counts[tab], page, page_size, counts };
  });
  answer(app, context, learnDetail, ({ body, site, person, db }) =>
    toRow(db, site.site_id, person.user_id, body.learning_id, context.now()),
  );
  answer(app, context, learnExplain, async ({ body, site, person, db }) => {
    const { missing } = await toRow(
      db,
      site.site_id,
      person.user_id,
      body.learning_id,
      context.now(),
    );
    return { missing };
  });
  answer(app, context, learnReport, ({ body, person, db }) =>
    readStudyReport(db, person.user_id, body, context.now()),
  );
  answer(app, context, learnCalendar, async ({ body, person, db }) => ({
    list: await readCalendar(db, person, body.month, context.now()),
  }));
  answer(app, context, learnSummary, async ({ body, site, person, db }) => {
    const now = context.now();
    const [newest] = await readLearnings(
      db,
      person.user_id,
      { tab: 'open', page: 1, size: 1 },
      now,
    );
    const [current] = newest ? await readLearningRows(db, site.site_id, [newest], now) : [];
    return {
      ...(await readLearningSummary(db, site.site_id, person.user_id, body.year, now)),
      ...(current ? { current } : {}),
    };
  });
}

async function toRow(
  db: Db,
  siteId: string,
  userId: string,
  learningId: string,
  now: Date,
): Promise<Row> {
  const learning = await findLearning(db, userId, learningId);
  const [row] = learning ? await readLearningRows(db, siteId, [learning], now) : [];
  if (!row) throw new RefusalError(404, '没有找到这门课程的学习记录', 'not_found');
  return row;
}

/** Enrolments in the personal centre. */
async function readLearningRows(
  db: Db,
  siteId: string,
  learnings: Learning[],
  now: Date,
): Promise<Row[]> {
  const contents = learnings.map(({ content_id }) => content_id);
  const cards = await cardsById(db, siteId, contents);
  const courseFacts = await readCourseFacts(db, contents);
  const parts = await readParts(db, learnings, (id) => courseFacts.get(id)?.sequential ?? 'N');
  const waits = await readWaitingExams(
    db,
    siteId,
    learnings,
    (id) => courseFacts.get(id)?.has_exam === 'Y',
    now,
  );
  const positions = new Map(
    (
      await readProgress(
        db,
        learnings.map(({ learning_id }) => learning_id),
      )
    ).map((row) => [`${row.learning_id} ${row.section_id}`, row.last_position_ms / 1000]),
  );
  const requests = Map.groupBy(
    await readExtensions(
      db,
      learnings.map(({ learning_id }) => learning_id),
    ),
    ({ learning_id }) => learning_id,
  );
  const current = await learningsAmong(db, learnings[0]?.user_id ?? '', contents);
  const offered = await readPurchasables(db, siteId, contents);
  return learnings.flatMap((learning) => {
    const course = cards.get(learning.content_id);
    const fact = courseFacts.get(learning.content_id);
    if (!course || !fact) return [];
    const last_position = positions.get(`${learning.learning_id} ${learning.last_section_id}`) ?? 0;
    return [
      {
        ...toLearningRow(learning, course, fact, parts.get(learning.learning_id) ?? [], now),
        ...waits.get(learning.learning_id),
        ...toSuspension(learning),
        ...extensionPart(
          learning,
          current.get(learning.content_id),
          requests.get(learning.learning_id) ?? [],
          now,
        ),
        ...againPart(
          learning,
          current.get(learning.content_id),
          offered.get(learning.content_id),
          now,
        ),
        ...(learning.learn_status === 'completed' && learning.credit_status === 'can_apply'
          ? { may_apply: 'Y' as const }
          : {}),
        last_position,
      },
    ];
  });
}

/** State of an extension request, and whether one is possible. */
function extensionPart(
  learning: Learning,
  current: Learning | undefined,
  requests: readonly ExtensionRequest[],
  now: Date,
) {
  const [newest] = requests;
  const isPast = current !== undefined && current.cycle > learning.cycle;
  return {
    ...(learning.hidden_at ? { hidden: 'Y' as const } : {}),
    ...(isPast || extensionRefused(learning, requests, now) ? {} : { may_extend: 'Y' as const }),
    ...(newest ? { extension: toExtension(newest) } : {}),
  };
}

/** Whether an expired course can be joined again, or has been. */
function againPart(
  learning: Learning,
  current: Learning | undefined,
  offered: Purchasable | undefined,
  now: Date,
) {
  if (current && current.cycle > learning.cycle) return { is_past: 'Y' as const };
  const isOffered =
    offered?.shown &&
    isOpen(offered.content, now) &&
    getWorstState(offered.readiness, now) !== 'unready';
  return isOffered && statusAt(learning, now) === 'expired' ? { may_rejoin: 'Y' as const } : {};
}

function toLearningRow(
  learning: Learning,
  course: ContentCard,
  fact: CourseFacts,
  parts: Part[],
  now: Date,
): Omit<Row, 'last_position'> {
  const status = statusAt(learning, now);
  const required = parts.filter((part) => part.required === 'Y');
  const sum = (list: Part[], field: 'seconds' | 'covered_seconds') =>
    Math.round(list.reduce((total, part) => total + part[field], 0));
  const study_end_at = formatTime(learning.study_end_at);
  return {
    learning_id: learning.learning_id,
    course,
    learn_status: status,
    learn_status_name: statusName(status, fact, learning),
    progress: learning.progress,
    required_seconds: sum(required, 'seconds'),
    effective_seconds: sum(parts, 'covered_seconds'),
    last_section_id: learning.last_section_id,
    last_section_title:
      parts.find(({ section_id }) => section_id === learning.last_section_id)?.title ?? '',
    study_end_at,
    days_left: daysLeft(learning.study_end_at, now),
    missing: getMissingParts(
      status,
      parts,
      { ...fact, exam_status: learning.exam_status, survey_status: learning.survey_status },
      study_end_at,
      ledger.threshold,
    ),
  };
}
