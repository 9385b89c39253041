import type { SmsWording } from '../../../../platform/settings/sms-settings.ts';

/** A text message to be sent. */
export interface OutgoingSms {
  message_id: string;
  mobile: string;
  scene: string;
  code: string;
  /** For how long the code is valid. */
  minutes: number;
  at: string;
  /** What the site has instead of the installation's wording. */
  wording: Partial<SmsWording>;
}

/** A provider's answer:
 * - `accepted`;
 * - refused, and so certainly not sent: because of the `number`, a `limit` of it, the `account`
 *   (balance, keys, signature, template, limits of the account), or because the provider is `busy`;
 * - `unsent`: the request did not reach the provider;
 * - `unknown`: it may have been accepted. */
export interface Outcome {
  result: 'accepted' | 'number' | 'limit' | 'account' | 'busy' | 'unsent' | 'unknown';
  /** The provider's code, or ours. */
  code: string;
  provider_id?: string;
}

export type SendSms = (message: OutgoingSms) => Promise<Outcome>;
