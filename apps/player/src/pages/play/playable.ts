import type { CatalogueSection } from '@cme/contract';

const types: readonly string[] = ['video', 'audio', 'doc'];

/** Sections that this page opens: to be watched, heard or read. */
export const isPlayable = ({ type }: Pick<CatalogueSection, 'type'>): boolean =>
  types.includes(type);
