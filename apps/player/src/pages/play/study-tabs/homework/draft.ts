import type { FileRef } from '@cme/contract/person';
import { readTab, writeTab } from '@cme/shell';

/** Unsent input, based on this revision. */
export interface HomeworkDraft {
  revision: number;
  text: string;
  files: FileRef[];
}

type Content = Omit<HomeworkDraft, 'revision'>;

export const isSameContent = (one: Content, other: Content): boolean =>
  one.text === other.text &&
  one.files.map(({ file_id }) => file_id).join() ===
    other.files.map(({ file_id }) => file_id).join();

export const readDraft = (learningId: string, homeworkId: string): HomeworkDraft | undefined =>
  readTab('homework', `${learningId}/${homeworkId}`) as HomeworkDraft | undefined;

export const writeDraft = (
  learningId: string,
  homeworkId: string,
  draft: HomeworkDraft | undefined,
): void => writeTab('homework', draft, `${learningId}/${homeworkId}`);
