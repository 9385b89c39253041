import { isCallFailed, send } from '@cme/commons/api-client';
import { loginSmsCode, Mobile, type smsScenes } from '@cme/contract';
import { useState } from 'react';
import { valueError } from '../forms/field-errors.ts';
import { type CaptchaSolution, withCaptcha } from './captcha.ts';
import { words } from './sign-in.words.ts';
import { useCaptcha } from './use-captcha.ts';
import { useCountdown } from './use-countdown.ts';

export interface SmsCodeRequest {
  scene: (typeof smsScenes)[number];
  /** The number as typed so far. */
  mobile: () => string;
  onWrongMobile: (message: string) => void;
}

/** Asks for a code by text message; the next one can be asked for after a while. */
export function useSmsCode({ scene, mobile, onWrongMobile }: SmsCodeRequest) {
  const captcha = useCaptcha();
  const { left: secondsLeft, start } = useCountdown();
  const [note, setNote] = useState<{ text: string; isError: boolean }>();
  const [isBusy, setBusy] = useState(false);

  const request = async () => {
    const body = { mobile: mobile().trim(), scene };
    const wrong = valueError(Mobile, body.mobile);
    if (wrong) return onWrongMobile(wrong);
    setBusy(true);
    setNote(undefined);
    try {
      const sendWith = (solution: CaptchaSolution) => send(loginSmsCode, { ...body, ...solution });
      const first = async () => sendWith(await captcha.take());
      const { interval } = await withCaptcha(first, sendWith, body);
      start(interval);
      setNote({ text: words.sent, isError: false });
    } catch (error) {
      setNote({ text: isCallFailed(error) ? error.message : words.captchaFailed, isError: true });
    } finally {
      setBusy(false);
    }
  };
  return { captcha, secondsLeft, note, isBusy, request };
}
