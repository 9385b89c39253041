import { readTab, writeTab } from '../storage/tab-storage.ts';

/** When the next code can be requested, and the masked number the last one was sent to. */
export interface SmsCooldown {
  endsAt: number;
  sentTo: string;
}

/**
 * Cooldowns by purpose of the code. They are kept for the tab, so that a reload does not offer a
 * request that the server refuses.
 */
export function readCooldown(scene: string): SmsCooldown | undefined {
  const stored = readAll()[scene];
  return isCooldown(stored) && stored.endsAt > Date.now() ? stored : undefined;
}

export const storeCooldown = (scene: string, cooldown: SmsCooldown): void =>
  writeTab('sms_cooldown', { ...readAll(), [scene]: cooldown });

const readAll = () => (readTab('sms_cooldown') ?? {}) as Record<string, unknown>;

function isCooldown(value: unknown): value is SmsCooldown {
  const { endsAt, sentTo } = (value ?? {}) as Partial<SmsCooldown>;
  return typeof endsAt === 'number' && typeof sentTo === 'string';
}
