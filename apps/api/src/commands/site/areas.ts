import type { Command } from '../staff/command.ts';
import { site } from './site.ts';

export const siteAreas: Readonly<Record<string, Record<string, Command>>> = {
  site,
};
