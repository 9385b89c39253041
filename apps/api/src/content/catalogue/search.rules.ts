import { levels, postTypes, series } from '@cme/contract/base';
import type { ContentCard, SearchKind } from '@cme/contract/content';
import type { NewEntry } from '../search/entry.rules.ts';
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

/** An empty list means no restriction. */
const filterCodes = (
  facet: string,
  codes: readonly string[],
  options: readonly { code: string }[],
) => (codes.length > 0 ? codes : options.map(({ code }) => code)).map((code) => `${facet}:${code}`);

/** The search entry of a content; words and sites are added by the caller. */
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
      `subject_kind:${content.subject_kind}`,
      `price_kind:${content.is_free === 'Y' ? 'free' : 'paid'}`,
      ...filterCodes('series', content.series_codes, series),
      ...filterCodes('level', content.levels, levels),
      ...filterCodes('post_type', content.post_types, postTypes),
    ],
    publish_at: content.publish_at,
    end_at: content.end_at,
  };
}
