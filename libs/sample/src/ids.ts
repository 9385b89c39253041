import { createHash } from 'node:crypto';
import type { SiteKey } from './shapes.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Timestamp of all sample ids: the first moment of 2025. */
const head = '01JGFJJZ00';

/** A deterministic ULID derived from its arguments. */
export function sampleId(...words: string[]): string {
  const hash = createHash('sha256').update(words.join('/')).digest();
  return head + [...hash.subarray(0, 16)].map((byte) => alphabet[byte & 31]).join('');
}

/** Id of the course `key` on a site. */
export const courseId = (site: SiteKey, key: string) => sampleId('course', site, key);

/** Id of the news item `key`: N for regulations, B for notices. */
export const newsId = (site: SiteKey, type: 'N' | 'B', key: string) =>
  sampleId('news', site, type, key);

/** Id of a section by chapter and section number, from 1. */
export const sectionId = (site: SiteKey, key: string, chapter: number, section: number) =>
  sampleId('section', site, key, String(chapter), String(section));

/** Id of the teacher `key` on a site. */
export const teacherId = (site: SiteKey, key: string) => sampleId('teacher', site, key);

/** Id of the unit `key`. */
export const unitId = (key: string) => sampleId('unit', key);
