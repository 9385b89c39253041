import type { Outcome } from './provider/provider.ts';
import type { SmsResult, SmsStatus } from './sms.tables.ts';

/** What a result means for the message; undefined: another provider may take it. A message whose
 * result is unknown is never given to another provider, since both might deliver it; a wrong number
 * or a limit of the number is the same everywhere. */
const ends: Readonly<Record<Outcome['result'], SmsStatus | undefined>> = {
  accepted: 'sent',
  number: 'failed',
  limit: 'failed',
  unknown: 'unknown',
  busy: undefined,
  account: undefined,
  unsent: undefined,
};

export const endOf = (result: Outcome['result']): SmsStatus | undefined => ends[result];

/** Whether a provider that gave this result may be asked again about the same message. */
export const isRepeatable = (result: SmsResult): boolean =>
  result === 'busy' || result === 'unsent';

/** Whether a provider with this newest result is asked last for `restMs`: messages to it would be
 * lost or delayed, one after the other. */
export const isUnwell = (result: SmsResult): boolean =>
  result === 'account' || result === 'unsent' || result === 'unknown' || result === 'busy';
export const restMs = 120_000;

/** Whether people must know: the provider does not work. */
export const isAlarming = (result: SmsResult): boolean =>
  result === 'account' || result === 'unsent' || result === 'unknown';

/** Longer than a provider is waited for: a pending attempt of that age belongs to a killed
 * process. */
export const longestCallMs = 30_000;

/** The configured order, unwell providers last. */
export const orderProviders = <Name extends string>(
  order: readonly Name[],
  unwell: ReadonlySet<string>,
): Name[] => [
  ...order.filter((name) => !unwell.has(name)),
  ...order.filter((name) => unwell.has(name)),
];
