import type { CatalogueSection } from '@cme/contract/content';

/** The learner's position in the course, and how to go to another one. */
export interface StudyPosition {
  section: CatalogueSection | undefined;
  /** The current second of the video. */
  second(): number;
  /** Plays from there, as far as the rules of the first study allow. */
  jump(to: { section_id: string; second: number }): void;
}
