import { readTab, writeTab } from '@cme/shell';

/** A note that is being written. */
export interface NoteDraft {
  text: string;
  is_public: 'Y' | 'N';
  section_id: string;
  second: number;
  /** The same across retries. */
  request_id: string;
}

export const readDraft = (learningId: string): NoteDraft | undefined =>
  readTab('note', learningId) as NoteDraft | undefined;

export const writeDraft = (learningId: string, draft: NoteDraft | undefined): void =>
  writeTab('note', draft, learningId);
