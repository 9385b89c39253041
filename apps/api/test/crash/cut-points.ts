import { examSteps } from './exams/exam-points.ts';
import { paymentSteps } from './payments/payment-points.ts';
import { isStep, type Point, type Step } from './proxy/trap.ts';

const commits: Step[] = [
  { name: 'an order', text: /^commit/, after: [/^insert into "order"/] },
  { name: 'a trade', text: /^commit/, after: [/^insert into "trade"/] },
  { name: 'an attempt', text: /^commit/, after: [/^insert into "exam_attempt"/] },
  ...[...paymentSteps, ...examSteps]
    .filter(({ name }) => name.startsWith('COMMIT of '))
    .map((step) => ({ ...step, name: step.name.replace('COMMIT of ', '') })),
];
/** Statements that are their own transaction. */
const single: Step[] = [...paymentSteps, ...examSteps].filter(({ name }) =>
  ['keeping the notice', 'noting what came of the notice', 'saving answers'].includes(name),
);

/** Bytes of COMMIT as sent, and of its reply. */
const asked = 11;
const answered = 17;
const within = (limit: number) => () => 1 + Math.floor(Math.random() * (limit - 1));
/** Maximum bytes of a transaction in both directions. */
const span = 8000;

/** Breaks the connection before COMMIT arrives, in the middle of it, after it was executed, or in
 * the middle of its reply; or anywhere else in a transaction. */
export const cutPoints: Point[] = [
  ...[...commits, ...single].flatMap((step): Point[] => [
    {
      name: `before the commit of ${step.name}`,
      at: { when: 'asked', is: (passing) => isStep(step, passing) },
      verdict: () => 0,
    },
    {
      name: `in the middle of the commit of ${step.name}`,
      at: { when: 'asked', is: (passing) => isStep(step, passing) },
      verdict: within(asked),
    },
    {
      name: `after the commit of ${step.name}`,
      at: { when: 'answered', is: (passing) => isStep(step, passing) },
      verdict: () => 0,
    },
    {
      name: `in the answer to the commit of ${step.name}`,
      at: { when: 'answered', is: (passing) => isStep(step, passing) },
      verdict: within(answered),
    },
  ]),
  ...['first', 'second', 'third', 'fourth'].map((name): Point => ({
    name: `anywhere in a transaction, ${name}`,
    at: { when: 'asked', is: ({ text }) => text.startsWith('begin') },
    verdict: within(span),
  })),
];
