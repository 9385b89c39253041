import { readTab, writeTab } from '@cme/shell';

/** Answers by question, while being filled in. */
export type Draft = Readonly<Record<string, readonly string[]>>;

/** Whose draft it is: the next person at the same computer starts with an empty survey. */
export interface DraftOwner {
  user_id: string;
  survey_id: string;
}

interface Stored {
  draft: Draft;
  /** The version of the stored answers that the draft started from. */
  version: number | undefined;
}

const toPart = ({ user_id, survey_id }: DraftOwner) => `${user_id}/${survey_id}`;

export const readDraft = (owner: DraftOwner): Stored | undefined =>
  readTab('survey', toPart(owner)) as Stored | undefined;

export const writeDraft = (owner: DraftOwner, stored: Stored | undefined): void =>
  writeTab('survey', stored, toPart(owner));
