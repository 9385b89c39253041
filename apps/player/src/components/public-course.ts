import type { CatalogueChapter } from '@cme/contract/content';
import { useQueryClient } from '@tanstack/react-query';

/** Public data of a course or a live. */
export interface PublicCourse {
  title: string;
  chapters: readonly CatalogueChapter[];
}

export const publicCourseKey = (id: string) => ['content', 'public', id];

/** Only available on server-rendered pages of open sites; never fetched in the browser. */
export const usePublicCourse = (id: string): PublicCourse | undefined =>
  useQueryClient().getQueryData(publicCourseKey(id));
