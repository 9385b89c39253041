import { type ContentCard, levels, type SearchKind } from '@cme/contract';
import type { NewEntry } from '../search/entry.rules.ts';
import type { Content } from './catalogue.store.ts';

const kinds: Readonly<Record<string, SearchKind>> = {
  P: 'package',
  X: 'class',
  L: 'live',
  R: 'live',
};
/** The kinds under which contents are found. */
export const contentKinds: readonly SearchKind[] = ['course', 'package', 'class', 'live'];

/** An empty list admits everybody. */
const levelsOf = (content: Pick<Content, 'levels'>): string[] =>
  content.levels.length > 0 ? content.levels : levels.map(({ code }) => code);

/** What a search says of a content; its words and sites are added by who reads them. */
export function entryOf(
  content: Content,
  card: ContentCard,
): Omit<NewEntry, 'sites' | 'words' | 'text'> {
  return {
    kind: kinds[content.content_type] ?? 'course',
    id: content.content_id,
    title: content.title,
    shown: { card },
    facets: [
      content.subject_kind,
      content.is_free === 'Y' ? 'free' : 'paid',
      ...levelsOf(content).map((level) => `level:${level}`),
    ],
    publish_at: content.publish_at,
    end_at: content.end_at,
  };
}
