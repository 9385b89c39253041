import { CallError } from '@cme/commons/api-client';
import {
  declareAudit,
  declareAuditOpen,
  exchangeDetail,
  exchangeList,
  exchangeSave,
  exchangeSubmit,
  exchangeWithdraw,
} from '@cme/contract/credits';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  handedIn,
  insertTestKinds,
  newCreditAuditor,
  newDraft,
  newProof,
  newUnit,
} from '../../../test/declare.ts';
import { type Learner, newLearner } from '../../../test/learner.ts';
import { type SecondApi, startSecondApi } from '../../../test/second-api.ts';
import { startTestApi, type TestApi } from '../../../test/test-api.ts';
import { formatDay } from '../../platform/http/format-time.ts';
import { exchangeLedger } from '../certificate/issuing/exchange-ledger.ts';
import { creditRecord } from '../credits/credits.tables.ts';
import { message } from '../../person/message/message.tables.ts';
import { readStates } from '../../platform/state-log/state-log.store.ts';
import { creditDeclaration } from './credit.job.ts';

let api: TestApi;
let beside: SecondApi;
let centre: Learner;
let otherOfCentre: Learner;
/** The second API has its own clock, so this is today. */
const today = formatDay(new Date());
const now = { year: Number(today.slice(0, 4)), start_on: today, end_on: today };
beforeAll(async () => {
  api = await startTestApi({ now: new Date() });
  beside = await startSecondApi(api);
  await insertTestKinds(api, now.year);
  centre = await newCreditAuditor(api);
  otherOfCentre = await newCreditAuditor(api);
});
afterAll(async () => {
  await beside.close();
  await api.close();
});

const twenty = <Result>(attempt: (index: number) => Promise<Result>) =>
  Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      attempt(index).then(
        () => 'accepted',
        (error: unknown) =>
          error instanceof CallError ? (error.code ?? `${error.statusCode}`) : String(error),
      ),
    ),
  );
const either = (index: number) => (index % 2 ? api : beside.client);
const times = (words: (string | undefined)[], word: string) =>
  words.filter((item) => item === word).length;
const declared = (learner: Learner) => handedIn(api, learner, now);
const readDeclareStates = async (declareNo: string) =>
  (await readStates(api.db, 'declare', declareNo)).map(({ to }) => to);

async function draftWith(learner: Learner, activityNo: string, requestId: string) {
  const files = [
    { need: 'notice', file_id: await newProof(api, learner) },
    { need: 'unit', file_id: await newProof(api, learner) },
  ];
  const draft = newDraft(files, { ...now, activity_no: activityNo });
  return (await api.send(exchangeSave, { request_id: requestId, draft }, learner)).declare_no;
}

/** A 503 is allowed when twenty requests wait for one row on a small machine. */
describe('twenty concurrent requests over two APIs', () => {
  it('for a hundred new drafts: twenty are created', async () => {
    const learner = await newLearner(api);
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        either(index)
          .send(exchangeSave, { request_id: `new-${index}`, draft: newDraft([], now) }, learner)
          .then(
            () => 'accepted',
            (error: unknown) => (error instanceof CallError ? error.code : String(error)),
          ),
      ),
    );
    expect([times(replies, 'accepted'), times(replies, 'bad_request')]).toEqual([20, 80]);
  }, 60_000);

  it('with the same number: one declaration is accepted', async () => {
    const learner = await newLearner(api);
    const numbers: string[] = [];
    for (let index = 0; index < 20; index += 1)
      numbers.push(await draftWith(learner, index % 2 ? 'same-1' : 'SAME 1', `r${index}`));
    const replies = await twenty((index) =>
      either(index).send(exchangeSubmit, { declare_no: numbers[index]! }, learner),
    );
    expect([times(replies, 'accepted'), times(replies, 'declare_exists')]).toEqual([1, 19]);
  }, 60_000);

  it('to save and submit one draft: it exists once', async () => {
    const learner = await newLearner(api);
    const draft = newDraft([], now);
    await twenty((index) =>
      either(index).send(exchangeSave, { request_id: 'one', draft }, learner),
    );
    expect((await api.send(exchangeList, {}, learner)).total).toBe(1);
    const declare_no = await draftWith(learner, 'once', 'two');
    const replies = await twenty((index) =>
      either(index).send(exchangeSubmit, { declare_no }, learner),
    );
    expect(times(replies, 'accepted')).toBe(20);
    expect((await readDeclareStates(declare_no)).filter((to) => to === 'submitted')).toHaveLength(
      1,
    );
  }, 60_000);

  it('to withdraw, open, approve and reject: one outcome and one message', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [learner, admin] = [await newLearner(api), await newLearner(api)];
      await newUnit(api, [learner], [admin]);
      const declare_no = await declared(learner);
      const replies = await twenty(async (index): Promise<unknown> => {
        const client = either(index);
        if (index % 4 === 0) return client.send(exchangeWithdraw, { declare_no }, learner);
        if (index % 4 === 1) return client.send(declareAuditOpen, { declare_no }, admin);
        const decision = index % 4 === 2 ? 'pass' : 'reject';
        return client.send(declareAudit, { declare_no, decision, reason: '前后不一致' }, admin);
      });
      expect(
        replies.filter(
          (item) => !['accepted', 'declare_state', 'not_allowed', '503'].includes(item!),
        ),
      ).toEqual([]);
      const states = await readDeclareStates(declare_no);
      expect(states).toHaveLength(3);
      const { declare_status } = await api.send(exchangeDetail, { declare_no }, learner);
      expect(['withdrawn', 'unit_passed', 'rejected']).toContain(declare_status);
      expect(states).toContain(declare_status);
      const told = await api.db.select().from(message).where(eq(message.user_id, learner.user_id));
      expect(told).toHaveLength(declare_status === 'withdrawn' ? 0 : 1);
    }
  }, 60_000);

  it('to approve and credit: one ledger row', async () => {
    const learner = await newLearner(api);
    const declare_no = await declared(learner);
    for (const auditor of [otherOfCentre, centre])
      await twenty((index) =>
        either(index).send(declareAudit, { declare_no, decision: 'pass' }, auditor),
      );
    await twenty(() =>
      creditDeclaration({ db: api.db, now: api.clock.now }, exchangeLedger, declare_no),
    );
    const rows = await api.db
      .select()
      .from(creditRecord)
      .where(and(eq(creditRecord.user_id, learner.user_id)));
    expect(rows.map(({ credits, status }) => [credits, status])).toEqual([[4, 'granted']]);
    // Entries within a millisecond of the test's clock have no defined order.
    expect((await readDeclareStates(declare_no)).toSorted()).toEqual([
      'approved',
      'credited',
      'draft',
      'submitted',
      'unit_passed',
    ]);
  }, 60_000);
});
