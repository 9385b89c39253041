import type { ContentCard, SearchKind } from '@cme/contract/content';
import type { NewEntry } from '../search/entry.rules.ts';
import { nameChoices } from '../search/facets.rules.ts';
import type { Content } from './catalogue.store.ts';

const kinds: Readonly<Record<string, SearchKind>> = {
  P: 'package',
  X: 'class',
  L: 'live',
  R: 'live',
  A: 'activity',
  Y: 'activity',
  Z: 'activity',
};

/** The search entry of a content; words and sites are added by the caller. */
export function toSearchEntry(
  content: Content,
  card: ContentCard,
): Omit<NewEntry, 'sites' | 'words' | 'text'> {
  return {
    kind: kinds[content.content_type] ?? 'course',
    id: content.content_id,
    title: content.title,
    shown: { card },
    facets: nameChoices(content),
    publish_at: content.publish_at,
    end_at: content.end_at,
  };
}
