import { buildApp } from '../../src/app.ts';
import { type Examinees, makeExaminees } from './examinees.ts';
import { openStudy } from './study.ts';

/** Data for the benchmark process. */
export type ExamReady = Examinees & { port: number };

const { context } = await openStudy(process.env);
// A low pass score, so that most submissions complete a course.
const examinees = await makeExaminees(context, Number(process.env['BENCH_PEOPLE'] ?? 500), {
  pass: 10,
});
const app = await buildApp(context);
// Opened again with the queues that the modules have defined meanwhile.
await context.jobs.start();
const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
const ready: ExamReady = { port, ...examinees };
process.send?.(ready);
process.on('disconnect', () => process.exit(0));
