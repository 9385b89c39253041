import { examAttempt, examSave, examStart } from '@cme/contract/study';
import type { AppContext } from '../../src/platform/context/context.ts';
import { openSession } from '../../src/person/identity/session/session.store.ts';
import { readSites } from '../../src/platform/sites/site.store.ts';
import { makeExaminees } from '../load/examinees.ts';
import { mainSite } from '../load/study.ts';
import { inLanes, type Race, readOutcome } from './race.ts';

const concurrency = 4;
/** Maximum difference of the remaining time between devices, in milliseconds. */
const near = 1000;
const duration_min = 60;

/** The token of a learner, and a second one from another browser. */
async function elsewhere({ db, findSignedIn }: AppContext, token: string): Promise<string> {
  const site = (await readSites(db)).find(({ site_id }) => site_id === mainSite);
  const signedIn = site && (await findSignedIn(token, site));
  if (!signedIn) throw new Error('not signed in');
  return (
    await openSession(db, new Date(), signedIn.person, {
      origin: '',
      user_agent: 'another',
      address: '',
    })
  ).token;
}

/** The first device fails; on the second all acknowledged answers are present and the time has kept
 * running. */
export const otherDevice: Race = {
  what: 'going on with an attempt on another device',
  rounds: 1000,
  async run({ context, send }, rounds) {
    const { paper_id, people } = await makeExaminees(context, rounds, { pass: 100, duration_min });
    const wrong: string[] = [];
    let [kept, furthest] = [0, 0];
    await inLanes(rounds, concurrency, async (round) => {
      const { token, learning_id } = people[round]!;
      const began = Date.now();
      const first = await send(examStart, { paper_id, learning_id }, token);
      const told = new Map<string, string>();
      for (let version = 1; version <= 1 + (round % 4); version += 1) {
        const answers = first.items
          .slice(0, 1 + ((round * 7) % first.items.length))
          .map(({ qid, options }, index) => ({
            qid,
            answer: [options[(index + version) % options.length]!.key],
            version,
          }));
        const { saved } = await send(
          examSave,
          { score_id: first.score_id, seat: first.seat, answers },
          token,
        );
        for (const { qid } of saved)
          told.set(qid, answers.find((answer) => answer.qid === qid)!.answer.join());
      }
      const other = await elsewhere(context, token);
      const second =
        round % 2
          ? await send(examAttempt, { score_id: first.score_id }, other)
          : await send(examStart, { paper_id, learning_id }, other);
      const there = new Map(second.answers.map(({ qid, answer }) => [qid, answer.join()]));
      const lost = [...told].filter(([qid, answer]) => there.get(qid) !== answer).length;
      const off = Math.abs(
        second.deadline_ms - Date.now() - (duration_min * 60_000 - (Date.now() - began)),
      );
      const isSame =
        second.score_id === first.score_id &&
        JSON.stringify(second.items) === JSON.stringify(first.items) &&
        there.size === told.size;
      const word = await readOutcome(
        send(examSave, { score_id: first.score_id, seat: first.seat, answers: [] }, token),
      );
      kept += told.size;
      furthest = Math.max(furthest, off, Math.abs(second.server_time - Date.now()));
      if (lost > 0 || !isSame || off > near || word !== 'exam_moved')
        wrong.push(
          `round ${round}: ${lost} answers lost, ${isSame ? 'the same' : 'another'} paper, ${off} ms off, the first device hears ${word}`,
        );
    });
    return { wrong, note: `${kept} answers kept, clocks at most ${furthest} ms apart` };
  },
};
