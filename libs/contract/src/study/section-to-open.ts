import type { CatalogueSection } from '../content/item.ts';

const playableTypes: readonly string[] = ['video', 'audio', 'doc'];

/** Section types that the player opens: video, audio and documents. */
export const isPlayable = ({ type }: Pick<CatalogueSection, 'type'>): boolean =>
  playableTypes.includes(type);

/**
 * The section that the player opens: the one in its URL, otherwise the one to resume, otherwise the
 * first unfinished one.
 */
export function sectionToOpen<Section extends CatalogueSection>(
  sections: readonly Section[],
  { requested, last }: { requested?: string | undefined; last: string | undefined },
): Section | undefined {
  const playable = sections.filter(
    (section) => isPlayable(section) && section.section_status !== 'locked',
  );
  const open = playable.filter(({ section_status }) => section_status !== 'finished');
  return (
    playable.find(({ section_id }) => section_id === requested) ??
    open.find(({ section_id }) => section_id === last) ??
    open[0] ??
    playable[0]
  );
}
