import type { Command } from '../staff/command.ts';
import { section } from './section.ts';
import { synonym } from './synonym.ts';

export const contentAreas: Readonly<Record<string, Record<string, Command>>> = {
  section,
  synonym,
};
