import { handHygiene } from './hand-hygiene.ts';
import type { Script } from './script.ts';

export const scripts: readonly Script[] = [handHygiene];
