import type { Passing, Verdict, Watch } from './proxy.ts';

/** A point in an operation at which the API is killed or loses its connection. */
export interface Point {
  name: string;
  /** Recognises the point by a statement; if absent, a scenario reports it by name. */
  at?: { when: keyof Watch; is(passing: Passing): boolean };
  /** Effect on the connection; `stay` by default. */
  verdict?: () => Verdict;
}

/** A statement with a point before it and one after it. */
export interface Step {
  name: string;
  text: RegExp;
  /** Statements that its transaction must have sent before. */
  after?: RegExp[];
  /** A statement that it must not have sent. */
  without?: RegExp;
  /** Only if it found or changed a row, so there is no point before it. */
  hasRows?: boolean;
}

export const isStep = (
  { text, after = [], without, hasRows = false }: Step,
  passing: Passing,
): boolean =>
  text.test(passing.text) &&
  after.every((item) => passing.before.some((statement) => item.test(statement))) &&
  !passing.before.some((statement) => without?.test(statement)) &&
  (!hasRows || passing.rows > 0);

/** Before a step: the database never receives it. After: the database executed it, but the API
 * never learns that. */
export const around = (step: Step): Point[] => [
  ...(step.hasRows
    ? []
    : [
        {
          name: `before ${step.name}`,
          at: { when: 'asked' as const, is: (passing: Passing) => isStep(step, passing) },
        },
      ]),
  {
    name: `after ${step.name}`,
    at: { when: 'answered' as const, is: (passing: Passing) => isStep(step, passing) },
  },
];

/** How many operations may wait at a point before the API is killed, and the maximum wait of the
 * first. */
const gather = { most: 6, ms: 60 };

/** Visits the points in turn, least visited first. */
export interface Trap extends Watch {
  /** Sets the trap at the next point; resolves when an operation reaches it. */
  next(): { point: Point; caught: Promise<void> };
  /** The operations at the point have been cut off. */
  spring(): void;
  /** For points without a statement: whether a caller that arrives within this many milliseconds is
   * at the point. Then `gone` resolves when the API is killed. */
  isAt(name: string, inMs?: number): boolean;
  gone(): Promise<void>;
  /** Visits of each point, and operations cut off there. */
  visits(): { name: string; times: number; handlings: number }[];
}

export function openTrap(points: readonly Point[]): Trap {
  const visits = new Map(points.map(({ name }) => [name, { tries: 0, times: 0, handlings: 0 }]));
  let set: { point: Point; standing: number; catch(): void } | undefined;
  let away = Promise.withResolvers<void>();

  function stand(ms: number): void {
    if (!set) return;
    set.standing += 1;
    if (set.standing === gather.most) set.catch();
    else if (set.standing === 1) setTimeout(set.catch, ms);
  }
  const judge =
    (when: keyof Watch) =>
    (passing: Passing): Verdict => {
      const { point } = set ?? {};
      if (!point || point.at?.when !== when || !point.at.is(passing)) return 'go';
      // A cut affects one connection; a kill affects all that arrive before it.
      if (point.verdict && set?.standing) return 'go';
      stand(point.verdict ? 0 : gather.ms);
      return point.verdict?.() ?? 'stay';
    };
  return {
    asked: judge('asked'),
    answered: judge('answered'),
    next() {
      const rank = ({ name }: Point) => visits.get(name)?.tries ?? 0;
      const point = points.reduce((least, point) => (rank(point) < rank(least) ? point : least));
      const { promise, resolve } = Promise.withResolvers<void>();
      set = { point, standing: 0, catch: resolve };
      visits.get(point.name)!.tries += 1;
      return { point, caught: promise };
    },
    spring() {
      const one = set && visits.get(set.point.name);
      if (one && set && set.standing > 0) {
        one.times += 1;
        one.handlings += set.standing;
      }
      set = undefined;
      away.resolve();
      away = Promise.withResolvers();
    },
    isAt(name, inMs = 0) {
      if (set?.point.name !== name) return false;
      stand(inMs);
      return true;
    },
    gone: () => away.promise,
    visits: () => [...visits].map(([name, { times, handlings }]) => ({ name, times, handlings })),
  };
}
