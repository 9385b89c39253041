import {
  type ExamItem,
  examAnalysis,
  examResult,
  examStart,
  examSubmit,
} from '@cme/contract/study';
import { makeExaminees } from '../load/examinees.ts';
import type { Environment } from './environment.ts';
import { inLanes, type Race } from './race.ts';

const concurrency = 4;
const max_attempts = 3;
/** Probability that a walker keeps an answer of its best attempt. */
const keeps = 0.7;
/** Maximum advantage of probing over guessing. */
const allowed = 0.01;

/** Texts of the chosen options by question, since keys differ per attempt. */
type Answers = Map<string, readonly string[]>;

function guess({ type, options }: ExamItem): string[] {
  const texts = options.map(({ text }) => text);
  const one = texts[Math.floor(Math.random() * texts.length)] ?? '';
  const some = texts.filter(() => Math.random() < 0.5);
  return type === 'X' && some.length > 0 ? some : [one];
}

/** Remembers all feedback: the best attempt by score, and right answers where they are
 * disclosed. */
export function openMemory() {
  const known: Answers = new Map();
  let best: { score: number; answers: Answers } = { score: -1, answers: new Map() };
  return {
    answer: (item: ExamItem): readonly string[] =>
      known.get(item.qid) ??
      (Math.random() < keeps ? best.answers.get(item.qid) : undefined) ??
      guess(item),
    recordReply(score: number, answers: Answers): void {
      if (score > best.score) best = { score, answers };
    },
    read(
      items: readonly (ExamItem & {
        right?: string[] | undefined;
        is_right?: string | undefined;
        got?: number | undefined;
        my: string[];
      })[],
    ): void {
      for (const { qid, options, right, is_right, got, score, my } of items) {
        const told =
          right ?? (is_right === 'Y' || (got !== undefined && got === score) ? my : undefined);
        if (told)
          known.set(
            qid,
            options.filter(({ key }) => told.includes(key)).map(({ text }) => text),
          );
      }
    },
    known: () => known.size,
  };
}

/** All attempts of one learner; a guesser remembers nothing. */
async function tryAll(
  { send }: Environment,
  { paper_id, learning_id, token }: Record<'paper_id' | 'learning_id' | 'token', string>,
  isWalking: boolean,
) {
  const memory = openMemory();
  let [last, leaked] = [0, 0];
  for (let attempt = 1; attempt <= max_attempts; attempt += 1) {
    const { score_id, seat, items } = await send(examStart, { paper_id, learning_id }, token);
    const chosen: Answers = new Map(
      items.map((item) => [item.qid, isWalking ? memory.answer(item) : guess(item)]),
    );
    const answers = items.map(({ qid, options }) => ({
      qid,
      answer: options.filter(({ text }) => chosen.get(qid)?.includes(text)).map(({ key }) => key),
      version: 1,
    }));
    const { result, score } = await send(
      examSubmit,
      { score_id, seat, answers, confirm: 'Y' },
      token,
    );
    last = score;
    if (result === 'passed') return { isPassed: true, last, leaked };
    if (!isWalking || attempt === max_attempts) continue;
    memory.recordReply((await send(examResult, { score_id }, token)).score, chosen);
    memory.read((await send(examAnalysis, { score_id }, token)).items);
    leaked = memory.known();
  }
  return { isPassed: false, last, leaked };
}

/** Compares a bot that learns from all replies with one that guesses, with the same number of
 * attempts. */
export const walking: Race = {
  what: `a bot that walks the options with all it is told in ${max_attempts} attempts, and one that guesses`,
  rounds: 1000,
  async run(environment, rounds) {
    const { paper_id, people } = await makeExaminees(environment.context, rounds * 2, {
      max_attempts,
      cooldown_min: 0,
    });
    const sums = [true, false].map((isWalking) => ({ isWalking, passed: 0, last: 0, leaked: 0 }));
    await inLanes(rounds * 2, concurrency, async (index) => {
      const sum = sums[index % 2]!;
      const { isPassed, last, leaked } = await tryAll(
        environment,
        { paper_id, ...people[index]! },
        sum.isWalking,
      );
      sum.passed += Number(isPassed);
      sum.last += last;
      sum.leaked += leaked;
    });
    const [walker, guesser] = sums as [(typeof sums)[0], (typeof sums)[0]];
    const figures = ({ passed, last }: typeof walker) =>
      `${((passed / rounds) * 100).toFixed(1)} % pass, ${(last / rounds).toFixed(1)} points in the end`;
    const wrong = [
      walker.passed / rounds > guesser.passed / rounds + allowed &&
        `walking passes ${walker.passed} times, guessing ${guesser.passed}`,
      walker.leaked > 0 && `${walker.leaked} right answers were told before the attempts were used`,
    ];
    return {
      wrong: wrong.filter((item) => item !== false),
      note: `walking ${figures(walker)}; guessing ${figures(guesser)}`,
    };
  },
};
