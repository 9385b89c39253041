import { beats } from './beats.ts';
import { cutPoints } from './cut-points.ts';
import { examPoints } from './exams/exam-points.ts';
import { exams } from './exams/exams.ts';
import { leavers } from './exams/leavers.ts';
import { passes } from './exams/passes.ts';
import { exchange } from './exchange/exchange.ts';
import { paymentPoints } from './payments/payment-points.ts';
import { payments } from './payments/payments.ts';
import { refunds } from './payments/refunds.ts';
import { rollout } from './rollout.ts';
import type { Scenario } from './scenario.ts';
import { together } from './together.ts';
import { uploads } from './uploads.ts';
import { openTrap, type Trap } from './proxy/trap.ts';

export interface Run {
  scenario: Scenario;
  /** When the API is killed or loses its connection. */
  kind: 'random' | 'point' | 'cut';
  /** The points of the latter two. */
  trap?: Trap;
}

const atRandom = (scenario: () => Scenario) => (): Run => ({
  scenario: scenario(),
  kind: 'random',
});

/** The runs of `npm run crash` with their default numbers. */
export const runs: Record<string, (times: number) => Run> = {
  beats: atRandom(beats),
  exams: atRandom(() => together([exams(), leavers()])),
  exchange: atRandom(exchange),
  payments: atRandom(payments),
  refunds: atRandom(refunds),
  rollout: atRandom(rollout),
  uploads: atRandom(uploads),
  'points-payments': (times) => {
    const trap = openTrap(paymentPoints);
    return { scenario: payments({ orders: 1000 + times * 8, trap }), kind: 'point', trap };
  },
  'points-exams': (times) => {
    const trap = openTrap(examPoints);
    return { scenario: passes({ people: 200 + times * 4, trap }), kind: 'point', trap };
  },
  cuts: (times) => ({
    scenario: together([
      payments({ orders: 1000 + times * 4, rhythm: 3000 }),
      passes({ people: 300 + times * 2, rhythm: 2000 }),
    ]),
    kind: 'cut',
    trap: openTrap(cutPoints),
  }),
};
