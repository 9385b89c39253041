import type { Command } from '../staff/command.ts';
import { certificate } from './certificate.ts';
import { credits } from './credits.ts';
import { declare } from './declare.ts';

export const creditsAreas: Readonly<Record<string, Record<string, Command>>> = {
  credits,
  certificate,
  declare,
};
