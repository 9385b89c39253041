/** One slide: what is shown is what is spoken, head first, then the points; `say` is spoken after
 * them, and shown where there are no points. */
export interface Slide {
  head: string;
  points?: string[];
  /** A large figure beside the points, and what it means. */
  fact?: [figure: string, meaning: string];
  say?: string;
  /** Seconds of quiet after the words, for thinking. */
  think?: number;
}

/** The videos of a course: chapters, sections, slides, in the order of its outline. */
export interface Script {
  course: string;
  chapters: Slide[][][];
}
