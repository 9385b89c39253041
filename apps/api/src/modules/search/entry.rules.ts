import type { ContentCard, SearchKind } from '@cme/contract';

/** What a result shows besides title and text. */
export interface ShownEntry {
  /** Courses, packages, classes and lives. */
  card?: ContentCard;
  /** Path of the page of what has no card. */
  path?: string;
  /** The source of news, the chapter of help. */
  note?: string;
}

export interface NewEntry {
  kind: SearchKind;
  id: string;
  /** The sites that show it; none takes it out of the search. */
  sites: readonly string[];
  /** Plain texts, never HTML: `textOf` makes one of the other. */
  title: string;
  text: string;
  /** What it is found by as well, and is not shown: people, tags, a number. */
  words?: readonly string[];
  shown: ShownEntry;
  facets?: readonly string[];
  publish_at: Date;
  end_at?: Date | null;
  weight?: number;
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
};

/** The words of a cleaned HTML without its markup. */
export const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_all, name: string) => entities[name] ?? ' ')
    .replace(/\s+/gu, ' ')
    .trim();
