import { createHmac } from 'node:crypto';
import { wirePath } from '@cme/contract/base';
import { keyFor } from './keys.ts';
import type { SmsProvider } from './sms-settings.ts';
import type { Settings } from './settings.ts';

/** Secret part of the addresses for delivery reports, which providers do not sign. */
export const smsReportSecret = (settings: Pick<Settings, 'secret'>): string =>
  createHmac('sha256', keyFor(settings, 'identity/sms-report'))
    .update('reports')
    .digest('base64url');

/** The path at which a provider delivers its reports. */
export const smsReportPath = (provider: SmsProvider | ':provider', secret: string): string =>
  wirePath(`/qm/api/sms/report/${provider}/${secret}`);
