import { drafts } from '@cme/sample/courses';
import type { Script } from './script.ts';

/** Courses of one section: a single slide with their goals. */
export const shortScripts: readonly Script[] = drafts.flatMap(({ key, title, goals, outline }) =>
  outline ? [] : [{ course: key, isShort: true, chapters: [[[{ head: title, points: goals }]]] }],
);
