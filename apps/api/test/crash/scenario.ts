import type { OpenClient } from '@cme/commons/api-client';
import type { Db } from '../../src/platform/database/database.ts';
import type { AppContext } from '../../src/platform/context/context.ts';

/** User activity during repeated kills, with its invariants. The runner owns the API and its
 * database; a scenario records acknowledged results in memory and compares them. */
export interface Scenario {
  /** Creates its rows before an API runs. */
  prepare(context: AppContext): Promise<void>;
  /** Uses the API before the first kill. */
  begin(client: OpenClient, base: string): Promise<void>;
  /** Runs until stopped, and then waits for pending operations to complete. Any call may fail at
   * any time; acknowledged results are recorded. */
  work(client: OpenClient, stopped: AbortSignal): Promise<void>;
  /** Violations as text. Called after every kill, while the next API starts. `before` returns since
   * when the API has been serving for this many milliseconds, so that waiting does not include
   * downtime. */
  check(db: Db, before: (ms: number) => Date): Promise<string[]>;
  /** Starts nothing new until pending operations have completed; reports those that do not. Called
   * now and then, while the API is not killed. */
  rest?(db: Db): Promise<string[]>;
  /** Invariants after everything has completed. */
  atTheEnd?(db: Db, before: (ms: number) => Date): Promise<string[]>;
  /** Summary for the last line. */
  figures(): Record<string, number>;
  close?(): Promise<void>;
}
