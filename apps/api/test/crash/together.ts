import type { Scenario } from './scenario.ts';

/** Several scenarios on one API. */
export function together(scenarios: readonly Scenario[]): Scenario {
  const one = async (work: (scenario: Scenario) => Promise<void> | undefined) => {
    for (const scenario of scenarios) await work(scenario);
  };
  const all = async (work: (scenario: Scenario) => Promise<string[]> | undefined) =>
    (await Promise.all(scenarios.map(work))).flatMap((lines) => lines ?? []);
  return {
    prepare: (api) => one((scenario) => scenario.prepare(api)),
    begin: (client, base) => one((scenario) => scenario.begin(client, base)),
    work: async (client, stopped) =>
      void (await Promise.all(scenarios.map((scenario) => scenario.work(client, stopped)))),
    check: (db, before) => all((scenario) => scenario.check(db, before)),
    atTheEnd: (db, before) => all((scenario) => scenario.atTheEnd?.(db, before)),
    figures: () => Object.assign({}, ...scenarios.map((scenario) => scenario.figures())),
    close: () => one((scenario) => scenario.close?.()),
  };
}
