import { buildApp } from '../../src/app.ts';
import { type Examinees, makeExaminees } from './examinees.ts';
import { openStudy } from './study.ts';

/** What the measuring process is told. */
export type ExamReady = Examinees & { port: number };

const { context } = await openStudy(process.env);
// Guessing passes, so that most hand-ins complete a course.
const examinees = await makeExaminees(context, Number(process.env['BENCH_PEOPLE'] ?? 500), {
  pass: 10,
});
const app = await buildApp(context);
// Once more, with the queues that the modules have named meanwhile.
await context.jobs.start();
const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
const ready: ExamReady = { port, ...examinees };
process.send?.(ready);
process.on('disconnect', () => process.exit(0));
