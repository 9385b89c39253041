/** One slide: heading and points are shown and spoken; `say` is spoken after them, and shown if
 * there are no points. */
export interface Slide {
  head: string;
  points?: string[];
  /** A large figure next to the points, and its caption. */
  fact?: [figure: string, meaning: string];
  say?: string;
  /** Seconds of silence after the speech. */
  think?: number;
}

/** The videos of a course: chapters, sections, slides, in the order of its outline. */
export interface Script {
  course: string;
  /** No opening slide with the section's title. */
  isShort?: true;
  chapters: Slide[][][];
}
