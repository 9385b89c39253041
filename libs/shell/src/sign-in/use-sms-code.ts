import { isCallError, send } from '@cme/commons/api-client';
import { maskMobile, Mobile } from '@cme/contract/base';
import { loginSmsCode, type smsScenes, stepUpSmsCode } from '@cme/contract/person';
import { useEffect, useState } from 'react';
import { valueError } from '@cme/ui/forms';
import { type CaptchaSolution, withCaptcha } from './captcha.ts';
import { words } from './sign-in.words.ts';
import { readCooldown, type SmsCooldown, storeCooldown } from './sms-cooldown.ts';
import { useCaptcha } from './use-captcha.ts';
import { useCountdown } from './use-countdown.ts';

interface TypedNumber {
  scene: (typeof smsScenes)[number];
  /** The current input. */
  mobile: () => string;
  onWrongMobile: (message: string) => void;
}

/** `step_up`: to the number of the signed-in user, which no page knows. */
export type SmsCodeRequest = TypedNumber | { scene: 'step_up' };

/** Requests an SMS code; the next one can be requested after a cooldown. */
export function useSmsCode(to: SmsCodeRequest) {
  const captcha = useCaptcha();
  const { secondsLeft, start } = useCooldown(to);
  const [note, setNote] = useState<{ text: string; isError: boolean }>();
  const [isBusy, setBusy] = useState(false);

  const requestCode = async () => {
    const body =
      to.scene === 'step_up' ? undefined : { mobile: to.mobile().trim(), scene: to.scene };
    const invalidNumber = body && valueError(Mobile, body.mobile);
    if (invalidNumber && 'onWrongMobile' in to) return to.onWrongMobile(invalidNumber);
    setBusy(true);
    setNote(undefined);
    try {
      const sendCode = (solution: CaptchaSolution) =>
        body ? send(loginSmsCode, { ...body, ...solution }) : send(stepUpSmsCode, solution);
      const sendFirst = async () => sendCode(await captcha.take());
      const { interval } = await withCaptcha(sendFirst, sendCode, body ?? {});
      start(interval, body?.mobile ?? '');
      setNote({ text: words.sent, isError: false });
    } catch (error) {
      setNote({ text: isCallError(error) ? error.message : words.captchaFailed, isError: true });
    } finally {
      setBusy(false);
    }
  };
  return { captcha, secondsLeft, note, isBusy, request: requestCode };
}

/**
 * The cooldown of the last code, also of one requested before a reload. It does not hold for
 * another number. The number is read when the countdown renders, i.e. every second.
 */
function useCooldown(to: SmsCodeRequest) {
  const [cooldown, setCooldown] = useState<SmsCooldown>();
  const { scene } = to;
  useEffect(() => setCooldown(readCooldown(scene)), [scene]);
  const secondsLeft = useCountdown(cooldown?.endsAt ?? 0);
  const typed = to.scene === 'step_up' ? '' : to.mobile().trim();
  const isOtherNumber =
    typed !== '' && !valueError(Mobile, typed) && maskMobile(typed) !== cooldown?.sentTo;
  return {
    secondsLeft: isOtherNumber ? 0 : secondsLeft,
    start: (seconds: number, mobile: string) => {
      const started = { endsAt: Date.now() + seconds * 1000, sentTo: maskMobile(mobile) };
      storeCooldown(scene, started);
      setCooldown(started);
    },
  };
}
