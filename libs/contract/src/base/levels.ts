import type { Option } from './options.ts';

/** Professional levels; every course card shows them. */
export const levels = [
  { code: 'A', name: '初级' },
  { code: 'B', name: '中级' },
  { code: 'C', name: '高级' },
  { code: 'D', name: '乡村医生' },
] as const satisfies readonly Option[];
