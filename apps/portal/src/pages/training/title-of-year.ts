import type { ClassRow } from '@cme/contract/study';

/** The title of a training with the year of a class in place of its own. */
export function titleOfYear(title: string, trainingClass: Pick<ClassRow, 'start_at'> | undefined) {
  const name = title.replace(/^\d{4}年/, '');
  const year = /^\d{4}/.exec(trainingClass?.start_at ?? '')?.[0];
  return year ? `${year}年${name}` : name;
}
