import type { CatalogueSection } from '@cme/contract';

/** Where the learner is in the course, and how to get to another place of it. */
export interface Place {
  section: CatalogueSection | undefined;
  /** The second that the video shows now. */
  second(): number;
  /** Plays on from there, as far as the rules of the first study let it. */
  jump(to: { section_id: string; second: number }): void;
}
