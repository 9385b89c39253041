import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { ExamReady } from '@cme/api/load/exam-server';
import { openClient, request } from '@cme/api/load';
import { startPostgres } from '../programs/postgres.ts';

/** Milliseconds: the period in which everybody starts, the interval of saves, the duration, and the
 * timeout for the effects of the scores. */
const span = { start: 10_000, save: 5000, sit: 25_000, book: 60_000 };
const target = { p99: 2000 };
const host = 'api.cme.localhost';

interface Question {
  qid: string;
  options: { key: string }[];
}
interface Running {
  score_id: string;
  seat: string;
  items: Question[];
}

/** One candidate with their own connection; records what was acknowledged. */
async function createExaminee(port: number, { token }: ExamReady['people'][number]) {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  await once(socket, 'connect');
  const sendBytes = openClient(socket);
  const times: Record<string, number[]> = { start: [], save: [], submit: [] };
  const failures: string[] = [];
  async function send<Data>(call: string, body: object): Promise<Data | undefined> {
    const sentAt = performance.now();
    const answer = await sendBytes(
      request(
        `/qm/api/exam/${call}`,
        host,
        { 'Content-Type': 'application/json', 'X-Token': token },
        JSON.stringify({ full_domain_name: 'cme.localhost', ...body }),
      ),
    );
    times[call]?.push(performance.now() - sentAt);
    if (answer.ok) return (JSON.parse(answer.body.toString()) as { data: Data }).data;
    failures.push(`${call}: ${answer.body.toString().slice(0, 200)}`);
    return undefined;
  }
  return { send, times, failures, close: () => socket.destroy() };
}

type Examinee = Awaited<ReturnType<typeof createExaminee>>;
const createAnswer = ({ qid, options }: Question, version: number) => ({
  qid,
  answer: options.slice(0, 1).map(({ key }) => key),
  version,
});

/** Starts at a random moment, saves two answers every few seconds, and waits for the common
 * submission. */
async function takeExam(
  examinee: Examinee,
  ids: { paper_id: string; learning_id: string },
  index: number,
  endsAt: number,
) {
  await pause(index);
  const running = await examinee.send<Running>('start', ids);
  const acknowledged = new Map<string, number>();
  if (!running) return { acknowledged };
  for (let attempt = 0; performance.now() + span.save < endsAt; attempt += 1) {
    await pause(span.save);
    const answers = [0, 1].map((offset) =>
      createAnswer(running.items[(attempt * 2 + offset) % running.items.length]!, attempt + 1),
    );
    const reply = await examinee.send<{ saved: { qid: string; version: number }[] }>('save', {
      score_id: running.score_id,
      seat: running.seat,
      answers,
    });
    for (const { qid, version } of reply?.saved ?? []) acknowledged.set(qid, version);
  }
  await pause(Math.max(0, endsAt - performance.now()));
  const lastAnswer = createAnswer(running.items.at(-1)!, 1000);
  const result = await examinee.send<{ attempt_status: string }>('submit', {
    score_id: running.score_id,
    seat: running.seat,
    answers: [lastAnswer],
    confirm: 'Y',
  });
  if (result) acknowledged.set(lastAnswer.qid, 1000);
  return { score_id: running.score_id, acknowledged };
}

/** Compares the database with what was acknowledged. */
async function countResults(
  url: string,
  people: string[],
  attempts: { score_id?: string; acknowledged: Map<string, number> }[],
) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const ids = attempts.flatMap(({ score_id }) => score_id ?? []);
  const answers = await client.query<{ score_id: string; qid: string; version: number }>(
    'select score_id, qid, version from exam_answer where score_id = any($1)',
    [ids],
  );
  const stored = new Map(
    answers.rows.map(({ score_id, qid, version }) => [`${score_id} ${qid}`, version]),
  );
  const lostAnswers = attempts.flatMap(({ score_id, acknowledged }) =>
    [...acknowledged].filter(([qid, version]) => (stored.get(`${score_id} ${qid}`) ?? 0) < version),
  ).length;
  const rows = await client.query(
    `select entity_id from state_log where entity = 'exam_attempt' and "to" = 'graded' and entity_id = any($1) group by entity_id having count(*) = 1`,
    [ids],
  );
  const startedAt = performance.now();
  let open = 1;
  while (open > 0 && performance.now() - startedAt < span.book) {
    open =
      (
        await client.query(
          'select 1 from exam_attempt where attempt_status = $1 and booked_at is null',
          ['graded'],
        )
      ).rowCount ?? 0;
    if (open > 0) await pause(100);
  }
  const passed =
    (
      await client.query(
        'select 1 from learning where exam_status = $1 and learning_id = any($2)',
        ['passed', people],
      )
    ).rowCount ?? 0;
  await client.end();
  return {
    lost: lostAnswers,
    scoredOnce: rows.rowCount ?? 0,
    open,
    passed,
    bookedAfter: Math.round(performance.now() - startedAt),
  };
}

const percentile99 = (times: number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;

const postgres = await startPostgres({ durable: true });
const server = fork(join(import.meta.dirname, '../../apps/api/test/load/exam-server.ts'), {
  env: {
    ...process.env,
    DATABASE_URL: postgres.url,
    SMS_PROVIDER: 'file',
    INVOICE_ISSUER: 'file',
    APP_SECRET: 'a secret of the benchmark, long enough',
    RATE_LIMIT: '0',
  },
});
try {
  const [{ port, paper_id, people }] = (await once(server, 'message')) as [ExamReady];
  console.log(
    `${people.length} people start within ${span.start / 1000} s, save every ${span.save / 1000} s, submit at the same moment; durable commits, load generator on the same machine\n`,
  );
  const examinees = await Promise.all(people.map((person) => createExaminee(port, person)));
  const deadline = performance.now() + span.sit;
  const attempts = await Promise.all(
    examinees.map((examinee, index) =>
      takeExam(
        examinee,
        { paper_id, learning_id: people[index]!.learning_id },
        (index / people.length) * span.start,
        deadline,
      ),
    ),
  );
  const {
    lost: lostAnswers,
    scoredOnce,
    open,
    passed,
    bookedAfter,
  } = await countResults(
    postgres.url,
    people.map(({ learning_id }) => learning_id),
    attempts,
  );
  const failures = examinees.flatMap((examinee) => examinee.failures);
  for (const call of ['start', 'save', 'submit']) {
    const times = examinees.flatMap((examinee) => examinee.times[call] ?? []);
    console.log(
      `exam/${call}`.padEnd(14),
      String(times.length).padStart(6),
      'calls  p99',
      `${Math.round(percentile99(times))} ms`.padStart(8),
      ' slowest',
      `${Math.round(Math.max(...times))} ms`,
    );
  }
  for (const one of examinees) one.close();
  console.log(
    `\nscored once ${scoredOnce} of ${people.length} · refused or failed ${failures.length} · acknowledged answers lost ${lostAnswers} · target: submission p99 ${target.p99} ms`,
  );
  console.log(
    `${passed} passed; all effects applied ${bookedAfter} ms after the last reply, ${open} not`,
  );
  for (const failure of failures.slice(0, 3)) console.log(failure);
  const submitted = percentile99(examinees.flatMap((examinee) => examinee.times['submit'] ?? []));
  process.exitCode =
    failures.length === 0 &&
    lostAnswers === 0 &&
    open === 0 &&
    scoredOnce === people.length &&
    submitted <= target.p99
      ? 0
      : 1;
} finally {
  server.disconnect();
  await postgres.stop();
}
