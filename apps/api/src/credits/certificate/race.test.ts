import { certificateApply, creditsApply, creditsSummary, isCertNo } from '@cme/contract/credits';
import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../../test/test-api.ts';
import { newCourse, newLearner } from '../../../test/learner.ts';
import { type SecondApi, startSecondApi } from '../../../test/second-api.ts';
import { studied, watched } from '../../../test/study.ts';
import { formatDay } from '../../platform/http/format-time.ts';
import { addRecord } from '../credits/credits.store.ts';
import { creditRecord } from '../credits/credits.tables.ts';
import { learning } from '../../study/learning/learning.tables.ts';
import { recompute } from '../../study/learning/recompute.action.ts';
import { storeIssuers, nextNumber } from './certificate.store.ts';
import { certificate } from './certificate.tables.ts';
import { completion } from './issuing/completion.action.ts';
import { newCreditRule } from '../../../test/credit-rule.ts';

let api: TestApi;
let beside: SecondApi;
/** The second API has its own clock, so this is today. */
const year = Number(formatDay(new Date()).slice(0, 4));
beforeAll(async () => {
  api = await startTestApi({ now: new Date() });
  beside = await startSecondApi(api);
  await newCreditRule(api);
  await storeIssuers(api.db, [{ site_id: 'main', code: '0351', name: '培训中心' }]);
});
afterAll(async () => {
  await beside.close();
  await api.close();
});

const fifty = <Result>(attempt: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: 50 }, (_, index) => attempt(index)));
const complete = (learningId: string) =>
  api.db.transaction((tx) => recompute(tx, completion, learningId, api.clock.now()));
const readCertificateRows = (userId: string) =>
  api.db.select().from(certificate).where(eq(certificate.user_id, userId));

describe('fifty concurrent requests', () => {
  it('to complete and apply for one course over two APIs make one grant and one certificate', async () => {
    const learner = await newLearner(api);
    const course = await newCourse(api, { hours: 3, credits: 1 });
    const learning_id = await watched(api, learner, course);
    await fifty(() => complete(learning_id));
    await api.db
      .update(learning)
      .set({ credit_status: 'can_apply' })
      .where(eq(learning.learning_id, learning_id));
    const numbers = await fifty(
      async (index) =>
        (
          await (index % 2 ? api : beside.client).send(
            index % 3 ? certificateApply : creditsApply,
            { learning_id },
            learner,
          )
        ).cert_no,
    );
    expect(new Set(numbers).size).toBe(1);
    expect(await readCertificateRows(learner.user_id)).toHaveLength(1);
    expect(
      await api.db.select().from(creditRecord).where(eq(creditRecord.user_id, learner.user_id)),
    ).toHaveLength(1);
    expect(await api.send(creditsSummary, {}, learner)).toMatchObject({
      got: { hours: 3, credits: 1 },
    });
  });

  it('to apply for a course completed before credits were granted make one grant and one certificate', async () => {
    const learner = await newLearner(api);
    const learning_id = await watched(api, learner, await newCourse(api));
    await api.db
      .update(learning)
      .set({
        learn_status: 'completed',
        completed_at: api.clock.now(),
        credit_status: 'can_apply',
      })
      .where(eq(learning.learning_id, learning_id));
    const numbers = await fifty(
      async (index) =>
        (
          await (index % 2 ? api : beside.client).send(
            index % 3 ? certificateApply : creditsApply,
            { learning_id },
            learner,
          )
        ).cert_no,
    );
    expect(new Set(numbers).size).toBe(1);
    expect(await readCertificateRows(learner.user_id)).toHaveLength(1);
  });

  it('to apply for a completed year make one certificate', async () => {
    const learner = await newLearner(api);
    await api.db.execute(
      sql`update "user" set verify_status = 'verified' where user_id = ${learner.user_id}`,
    );
    const now = api.clock.now();
    const base = {
      site_id: 'main',
      user_id: learner.user_id,
      year,
      source_type: 'manual' as const,
      status: 'granted' as const,
      created_at: now,
      granted_at: now,
      kind: 'project',
      title: '登记',
    };
    await api.db.transaction(async (tx) => {
      await addRecord(tx, {
        ...base,
        subject_kind: 'public',
        hours: 30,
        credits: 10,
        source_id: '1',
      });
      await addRecord(tx, { ...base, subject_kind: 'pro', hours: 60, credits: 20, source_id: '2' });
    });
    const numbers = await fifty(
      async (index) =>
        (await (index % 2 ? api : beside.client).send(certificateApply, { year }, learner)).cert_no,
    );
    expect(new Set(numbers).size).toBe(1);
    expect(await readCertificateRows(learner.user_id)).toHaveLength(1);
  });

  it('to complete two public courses issue the annual certificate once, whichever is last', async () => {
    const learner = await newLearner(api);
    const created: string[] = [];
    for (const title of ['甲', '乙'])
      created.push(
        await watched(
          api,
          learner,
          await newCourse(api, { subject_kind: 'public', hours: 15, credits: 5, title }),
        ),
      );
    await fifty((index) => complete(created[index % 2] ?? ''));
    const rows = await readCertificateRows(learner.user_id);
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual([
      'course_credit',
      'course_credit',
      'public_need',
    ]);
    expect(rows.find(({ kind }) => kind === 'public_need')).toMatchObject({
      hours: 30,
      credits: 10,
    });
  });

  it('are numbered without gaps or duplicates, and failed ones return their number', async () => {
    const course = await newCourse(api);
    const learners = [];
    for (let count = 0; count < 20; count += 1) learners.push(await newLearner(api));
    const ids = await Promise.all(learners.map((learner) => watched(api, learner, course)));
    const fail = () =>
      api.db
        .transaction(async (tx) => {
          await nextNumber(tx, '0351', year, 'course_credit');
          throw new Error('undone');
        })
        .catch(() => undefined);
    await Promise.all([...ids.map(complete), ...ids.map(fail)]);
    await studied(api, await newLearner(api), course);
    const rows = await api.db
      .select({ cert_no: certificate.cert_no })
      .from(certificate)
      .where(like(certificate.cert_no, `${year}-0351-P-%`))
      .orderBy(certificate.cert_no);
    const serials = rows.map(({ cert_no }) => Number(cert_no.slice(12, 19)));
    expect(serials).toEqual(serials.map((_, index) => index + 1));
    expect(rows.every(({ cert_no }) => isCertNo(cert_no))).toBe(true);
  });
});
