import type { OpenClient } from '@cme/commons/api-client';
import type { Db } from '../../src/database/database.ts';
import type { AppContext } from '../../src/context.ts';

/** Something that people do while the API is killed again and again, and what must hold all the
 * time. The runner owns the API and its database; a scenario keeps in memory what it was told,
 * and compares. */
export interface Scenario {
  /** Makes the rows it works on, before any API runs. */
  prepare(context: AppContext): Promise<void>;
  /** Over the API, before the first kill. */
  begin(client: OpenClient, base: string): Promise<void>;
  /** Works until it is stopped, and then waits until everything that was begun has come to its
   * end, if it can. Any call may be cut off at any moment, or find nobody; what was answered is
   * remembered. */
  work(client: OpenClient, stopped: AbortSignal): Promise<void>;
  /** What is wrong, a sentence each. Asked after every kill, while the next API starts. `before`
   * answers since when the API has answered for so many milliseconds: who waits for it does not
   * wait while it is dead. */
  check(db: Db, before: (ms: number) => Date): Promise<string[]>;
  /** Begins nothing new until what was begun has come to its end; says what does not. Asked now
   * and then, while the API is left alone. */
  rest?(db: Db): Promise<string[]>;
  /** What must hold when everything has come to its end. */
  atTheEnd?(db: Db, before: (ms: number) => Date): Promise<string[]>;
  /** What was done so far, for the last line. */
  figures(): Record<string, number>;
  close?(): Promise<void>;
}
