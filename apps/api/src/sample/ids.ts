import { createHash } from 'node:crypto';
import type { SiteKey } from './shapes.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Time part shared by all sample ids: the first moment of 2025. */
const head = '01JGFJJZ00';

/** A ULID that depends on its words alone: the same thing has the same id in every sample. */
export function sampleId(...words: string[]): string {
  const hash = createHash('sha256').update(words.join('/')).digest();
  return head + [...hash.subarray(0, 16)].map((byte) => alphabet[byte & 31]).join('');
}

/** Id of the course `key` on a site. */
export const courseId = (site: SiteKey, key: string) => sampleId('course', site, key);

/** Id of the item of news `key`: N for regulations, B for notices. */
export const newsId = (site: SiteKey, type: 'N' | 'B', key: string) =>
  sampleId('news', site, type, key);

/** Id of a section by its place: chapter and section counted from one. */
export const sectionId = (site: SiteKey, key: string, chapter: number, section: number) =>
  sampleId('section', site, key, String(chapter), String(section));

/** Id of the teacher `key` on a site. */
export const teacherId = (site: SiteKey, key: string) => sampleId('teacher', site, key);

/** Id of the unit `key`. */
export const unitId = (key: string) => sampleId('unit', key);
