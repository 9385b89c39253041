import { levels, postTypes, series } from '@cme/contract/base';

/** Filters that a content passes by one of several choices, without a restriction by every choice. */
const scoped = ['series', 'level', 'post_type'] as const;
const single = ['subject_kind', 'price_kind'] as const;

type Facet = (typeof scoped)[number] | (typeof single)[number];

/** The name of a choice, as stored. */
const nameChoice = (facet: Facet, code: string): string => `${facet}:${code}`;

/** Stands for every choice, those that the contract gains later included. */
const everyChoice = '*';

/** The choices of a content without a restriction, or those it is restricted to. */
const nameScope = (facet: (typeof scoped)[number], codes: readonly string[]): string[] =>
  (codes.length > 0 ? codes : [everyChoice]).map((code) => nameChoice(facet, code));

/** The choices of a content that the search filters by. */
export const nameChoices = (content: {
  subject_kind: string;
  is_free: string;
  series_codes: readonly string[];
  levels: readonly string[];
  post_types: readonly string[];
}): string[] => [
  nameChoice('subject_kind', content.subject_kind),
  nameChoice('price_kind', content.is_free === 'Y' ? 'free' : 'paid'),
  ...nameScope('series', content.series_codes),
  ...nameScope('level', content.levels),
  ...nameScope('post_type', content.post_types),
];

/** The choices of a filter that exist; content for everybody is not for an unknown profession. */
const options: Record<(typeof scoped)[number], readonly { code: string }[]> = {
  series,
  level: levels,
  post_type: postTypes,
};

/** For each filter that is set: the names of which a content must have one. None for an unknown
 * choice, which matches nothing. */
export function nameFilters(filters: Readonly<Partial<Record<Facet, string>>>): string[][] {
  const ofSingle = single.flatMap((facet) =>
    filters[facet] ? [[nameChoice(facet, filters[facet])]] : [],
  );
  const ofScoped = scoped.flatMap((facet) => {
    const code = filters[facet];
    if (!code) return [];
    const isKnown = options[facet].some((option) => option.code === code);
    return [isKnown ? [nameChoice(facet, code), nameChoice(facet, everyChoice)] : []];
  });
  return [...ofSingle, ...ofScoped];
}
