import { courseId, sampleId } from './ids.ts';
import type { When } from './shapes.ts';

/** A study card of the main site, with its password. */
export interface SampleCard {
  card_no: string;
  password: string;
  card_type: 'items' | 'money';
  face_fen: number;
  left_fen: number;
  items: string[];
  status: 'new' | 'bound' | 'used_up' | 'disabled';
  bound_user?: string;
  bound?: When;
  expire: When;
}

const card = (no: number, more: Partial<SampleCard>): SampleCard => ({
  card_no: `KJ2600000${no}`,
  password: `2026000${no}`,
  card_type: 'items',
  face_fen: 0,
  left_fen: 0,
  items: [],
  status: 'new',
  expire: { on: '2027-12-31 23:59:59' },
  ...more,
});
const money = (face: number, left = face) => ({
  card_type: 'money' as const,
  face_fen: face,
  left_fen: left,
});
const items = (keys: string) => keys.split(' ').map((key) => courseId('main', key));
const boundTo = (personKey: string, daysAgo: number) => ({
  status: 'bound' as const,
  bound_user: sampleId('user', personKey),
  bound: { daysAgo },
});

/** 1 opens two courses, 2 pays 100 yuan, 3 has expired, 4 is disabled, 5 is used up, 6 contains
 * nothing, 7 is the nurse's own with 50 yuan, 8 is like 2. */
export const cards: readonly SampleCard[] = [
  card(1, { items: items('hand-hygiene-pro resuscitation-team'), face_fen: 7890 }),
  card(2, money(10_000)),
  card(3, { ...money(5000), expire: { daysAgo: 20 } }),
  card(4, { ...money(5000), status: 'disabled' }),
  card(5, {
    items: items('outbreak-report'),
    face_fen: 2500,
    ...boundTo('physician', 40),
    status: 'used_up',
  }),
  card(6, {}),
  card(7, { ...money(5000), ...boundTo('nurse', 15) }),
  card(8, money(10_000)),
];
