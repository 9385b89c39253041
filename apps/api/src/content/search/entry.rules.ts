import type { ContentCard, SearchKind } from '@cme/contract/content';

/** Fields of a result besides title and text. */
export interface ShownEntry {
  /** For courses, packages, classes and lives. */
  card?: ContentCard;
  /** Path of the page, for items without a card. */
  path?: string;
  /** The source of news, the chapter of help. */
  note?: string;
}

export interface NewEntry {
  kind: SearchKind;
  id: string;
  /** The sites that show it; an empty list removes it from the search. */
  sites: readonly string[];
  /** Plain texts, never HTML: `toPlainText` converts. */
  title: string;
  text: string;
  /** Searchable but not displayed: people, tags, a number. */
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

/** The plain text of sanitised HTML. */
export const toPlainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_all, name: string) => entities[name] ?? ' ')
    .replace(/\s+/gu, ' ')
    .trim();
