const key = 'cme_sms_cooldown';

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

export function storeCooldown(scene: string, cooldown: SmsCooldown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...readAll(), [scene]: cooldown }));
  } catch {
    // Without storage the countdown ends with the page.
  }
}

function readAll(): Record<string, unknown> {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, unknown>;
  } catch {
    return {};
  }
}

function isCooldown(value: unknown): value is SmsCooldown {
  const { endsAt, sentTo } = (value ?? {}) as Partial<SmsCooldown>;
  return typeof endsAt === 'number' && typeof sentTo === 'string';
}
