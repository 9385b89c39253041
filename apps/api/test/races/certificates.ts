import { examStart, examSubmit } from '@cme/contract/study';
import { certificateApply, creditsApply } from '@cme/contract/credits';
import { sql } from 'drizzle-orm';
import { makeExaminees } from '../load/examinees.ts';
import { crowd, inLanes, type Race, readOutcome, unexpected } from './race.ts';
import { names, untilNone } from './shop.ts';

const concurrency = 2;
const atOnce = 50;

/** The completing submission and applications for the certificate run concurrently; before it none
 * is issued. */
export const oneCertificate: Race = {
  what: `${atOnce} completions and applications at once, after one that is too early`,
  rounds: 1000,
  async run({ context, send }, rounds) {
    const { db } = context;
    const { paper_id, people } = await makeExaminees(context, rounds, { pass: 1 });
    const wrong: string[] = [];
    const passed: string[] = [];
    await inLanes(rounds, concurrency, async (round) => {
      const { token, learning_id } = people[round]!;
      const apply = async (index: number) =>
        (await send(index % 4 === 1 ? certificateApply : creditsApply, { learning_id }, token))
          .cert_no;
      const early = [await readOutcome(apply(0)), await readOutcome(apply(1))];
      const { score_id, seat, items } = await send(examStart, { paper_id, learning_id }, token);
      const answers = items.map(({ qid, options }) => ({
        qid,
        answer: options.slice(0, 1).map(({ key }) => key),
        version: 1,
      }));
      const replies = await crowd(atOnce, async (index) => {
        if (index % 2) return apply(index);
        const { result } = await send(examSubmit, { score_id, seat, answers, confirm: 'Y' }, token);
        return result === 'failed' ? 'failed' : '';
      });
      const numbers = new Set(replies.answers.filter((answer) => answer !== ''));
      wrong.push(
        ...early.filter((word) => word !== 'cert_unmet').map((word) => `too early: ${word}`),
        ...unexpected(replies, 'cert_unmet'),
      );
      // Guessing none of twenty correctly is rare; such a learner has nothing to apply for.
      if (numbers.has('failed')) return;
      passed.push(learning_id);
      numbers.add(await apply(round));
      if (numbers.size !== 1) wrong.push(`round ${round}: numbers ${[...numbers].join(' ')}`);
    });
    const several = sql`
      select concat(l.learning_id, ' is ', learn_status, ' with ', c.n, ' certificates, ', r.n, ' grants, ', m.n, ' messages') as what from learning l
        cross join lateral (select count(*) as n, max(cert_no) as cert_no from certificate where kind = 'course_credit' and source_id = l.learning_id) c
        cross join lateral (select count(*) as n from credit_record where user_id = l.user_id) r
        cross join lateral (select count(*) as n from message where link_type = 'certificate' and link_id = c.cert_no) m
      where l.learning_id in ${names(passed)} and (learn_status <> 'completed' or c.n <> 1 or r.n <> 1 or m.n <> 1)
      union all select concat('number ', cert_no, ' twice') from certificate group by cert_no having count(*) > 1`;
    await untilNone(async () => (await db.execute(several)).rows.length, 20_000);
    return {
      wrong: [
        ...wrong,
        ...(await db.execute<{ what: string }>(several)).rows.map(({ what: name }) => name),
      ],
      note: `${passed.length} passed`,
    };
  },
};
