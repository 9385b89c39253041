import { type Edit, replaceOnce } from './edit.ts';

/** The last version is of the time before releases declared their pages: its edge reads none. */
export const lastEdits: Edit[] = [
  replaceOnce(
    'apps/edge/src/pages/declared.ts',
    'source[toApplication(area)] ? undefined :',
    'source[toApplication(area)] || area ? undefined :',
  ),
];

/** What its builds did not have. */
export const isLaterFile = (path: string): boolean => path.endsWith('/pages.json');
