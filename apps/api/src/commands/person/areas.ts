import type { Command } from '../staff/command.ts';
import { fact } from './fact.ts';
import { factor } from './factor.ts';
import { identity } from './identity.ts';
import { keys } from './keys.ts';
import { roles } from './roles.ts';
import { sms } from './sms.ts';
import { unit } from './unit.ts';

export const personAreas: Readonly<Record<string, Record<string, Command>>> = {
  roles,
  factor,
  keys,
  sms,
  unit,
  identity,
  fact,
};
