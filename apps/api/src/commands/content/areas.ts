import type { Command } from '../staff/command.ts';
import { presale } from './presale.ts';
import { section } from './section.ts';
import { synonym } from './synonym.ts';

export const contentAreas: Readonly<Record<string, Record<string, Command>>> = {
  presale,
  section,
  synonym,
};
