import type { Card } from './card.store.ts';

export type CardState = 'new' | 'bound' | 'used_up' | 'expired' | 'disabled';

export const cardStateNames: Readonly<Record<CardState, string>> = {
  new: '未绑定',
  bound: '可使用',
  used_up: '已用完',
  expired: '已过期',
  disabled: '已禁用',
};

/** The current state: used and disabled are permanent, otherwise the card may expire. */
export function cardState(
  { status, expire_at }: Pick<Card, 'status' | 'expire_at'>,
  now: Date,
): CardState {
  if (status === 'used_up' || status === 'disabled') return status;
  return expire_at <= now ? 'expired' : status;
}
