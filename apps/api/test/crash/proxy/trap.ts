import type { Passing, Verdict, Watch } from './proxy.ts';

/** A moment in the handling of something, at which the API is killed or loses its connection. */
export interface Point {
  name: string;
  /** Tells by a statement whether the moment has come; without, a scenario says so itself, by the
   * point's name. */
  at?: { when: keyof Watch; is(passing: Passing): boolean };
  /** What becomes of the connection; `stay` unless said otherwise. */
  verdict?: () => Verdict;
}

/** A statement that is worth a point before it and one behind it. */
export interface Step {
  name: string;
  text: RegExp;
  /** Statements that its transaction must have sent before it. */
  after?: RegExp[];
  /** One that it must not have sent. */
  without?: RegExp;
  /** Only when it found or changed a row, so there is no point before it. */
  hasRows?: boolean;
}

export const isStep = (
  { text, after = [], without, hasRows = false }: Step,
  passing: Passing,
): boolean =>
  text.test(passing.text) &&
  after.every((one) => passing.before.some((statement) => one.test(statement))) &&
  !passing.before.some((statement) => without?.test(statement)) &&
  (!hasRows || passing.rows > 0);

/** Before a step: the database never hears of it. Behind: the database did it, and the API never
 * hears of that. */
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

/** So many handlings may stand at a point before the API is killed, and for so long the first one
 * waits for the others. */
const gather = { most: 6, ms: 60 };

/** Waits at one point after the other, at the least visited first. */
export interface Trap extends Watch {
  /** Sets itself at the next point; resolves when somebody stands there. */
  next(): { point: Point; caught: Promise<void> };
  /** What stood at the point is gone. */
  spring(): void;
  /** For points that no statement tells: whether this is one, of somebody who is there in so many
   * milliseconds. Then `gone` resolves when the API is. */
  isAt(name: string, inMs?: number): boolean;
  gone(): Promise<void>;
  /** How often each point was met, and how many handlings ended there. */
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
      // A cut is for one; a kill takes everybody who comes before it.
      if (point.verdict && set?.standing) return 'go';
      stand(point.verdict ? 0 : gather.ms);
      return point.verdict?.() ?? 'stay';
    };
  return {
    asked: judge('asked'),
    answered: judge('answered'),
    next() {
      const rank = ({ name }: Point) => visits.get(name)?.tries ?? 0;
      const point = points.reduce((least, one) => (rank(one) < rank(least) ? one : least));
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
