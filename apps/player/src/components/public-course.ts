import type { CatalogueChapter } from '@cme/contract';
import { useQueryClient } from '@tanstack/react-query';

/** What everybody may know of a course, or of a live. */
export interface PublicCourse {
  title: string;
  chapters: readonly CatalogueChapter[];
}

export const publicCourseKey = (id: string) => ['content', 'public', id];

/** There where the page came rendered and its site is open; nobody asks for it in a browser. */
export const usePublicCourse = (id: string): PublicCourse | undefined =>
  useQueryClient().getQueryData(publicCourseKey(id));
