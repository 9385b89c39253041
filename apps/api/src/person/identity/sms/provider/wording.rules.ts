import { parseTemplates } from '../../../../platform/settings/sms-template.ts';
import type { SmsProvider, SmsWording } from '../../../../platform/settings/sms-settings.ts';
import type { Outcome, OutgoingSms } from './provider.ts';

/** Signature and template of a message: the site's, else the installation's. `minutes` is empty if
 * the template does not name them. */
export function chooseWording(
  settings: SmsWording,
  { wording, scene, minutes }: Pick<OutgoingSms, 'wording' | 'scene' | 'minutes'>,
): { sign: string; template: string; minutes: string } {
  const templates = parseTemplates(wording.template ?? settings.template);
  const template = templates?.get(scene) ?? templates?.get('');
  return {
    sign: wording.sign ?? settings.sign,
    template: template?.id ?? '',
    minutes: template?.hasMinutes ? String(minutes) : '',
  };
}

/** What the providers accept as variables. A verification code has four to six digits or letters
 * at Aliyun, at most six digits at Tencent Cloud; other variables there too, at Aliyun 35
 * characters. */
const accepted = {
  aliyun: { code: /^[A-Za-z0-9]{4,6}$/, other: /^.{1,35}$/su },
  tencent: { code: /^\d{1,6}$/, other: /^\d{1,6}$/ },
} as const;

/** Refuses variables that the provider would refuse. They are never cut: half a code is no code. */
export function badVariables(
  provider: SmsProvider,
  code: string,
  minutes: string,
): Outcome | undefined {
  const rules = accepted[provider];
  const isFitting = rules.code.test(code) && (minutes === '' || rules.other.test(minutes));
  return isFitting ? undefined : { result: 'account', code: 'variable-refused' };
}
