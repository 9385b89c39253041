// For the centre's staff until the console can do it: short answers that wait, their points, attempts declared void.
//   DATABASE_URL=… node tools/exam.ts waiting
//   DATABASE_URL=… node tools/exam.ts grade <staff> <attempt> <question> <points>
//   DATABASE_URL=… node tools/exam.ts void <staff> <attempt> <reason> [give-back]
import { argv, exit } from 'node:process';
import { openPostgres } from '../apps/api/src/database.postgres.ts';
import { gradeShort, readWaiting, voidAttempt } from '../apps/api/src/modules/exam/review.ts';

const url = process.env.DATABASE_URL;
if (!url) {
  console.error('set DATABASE_URL: the embedded database belongs to the running start alone');
  exit(1);
}

const [, , command, ...words] = argv;
const { db, close } = await openPostgres(url, 2);
try {
  await run(words);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await close();
}

async function run([staff = '', attempt = '', third = '', fourth = '']: string[]): Promise<void> {
  switch (command) {
    case 'waiting':
      for (const { score_id, qid, full, stem, model, answer } of await readWaiting(db)) {
        console.log(`${score_id} ${qid}  0–${full}分\n题目：${stem}\n参考：${model}\n作答：${answer}\n`);
      }
      return;
    case 'grade':
      return console.log(await gradeShort(db, { user_id: staff }, attempt, third, Number(fourth), new Date()));
    case 'void':
      if (!third) throw new Error('a reason is needed');
      await voidAttempt(db, { user_id: staff, reason: third }, attempt, fourth === 'give-back', new Date());
      return console.log('voided');
    default:
      throw new Error('waiting | grade <staff> <attempt> <question> <points> | void <staff> <attempt> <reason> [give-back]');
  }
}
