import type { CatalogueSection } from '@cme/contract';

const types: readonly string[] = ['video', 'audio', 'doc'];

/** Section types that this page opens: video, audio and documents. */
export const isPlayable = ({ type }: Pick<CatalogueSection, 'type'>): boolean =>
  types.includes(type);
