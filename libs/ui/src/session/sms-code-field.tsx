import { isCallFailed, send } from '@cme/commons/api-client';
import { isMobile, loginSmsCode, Mobile, type smsScenes } from '@cme/contract';
import { Button, Group, Text, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { type Solved, withProof } from './captcha.ts';
import { useCaptcha } from './use-captcha.ts';
import { useCountdown } from './use-countdown.ts';
import { words } from './words.ts';

interface Props extends TextInputProps {
  scene: (typeof smsScenes)[number];
  /** The number as typed so far. */
  mobile: () => string;
  onWrongMobile: (message: string) => void;
  /** Shows the safety check as a line of its own, where the page asks for one. */
  hasCaptchaLine?: boolean;
}

/** 短信验证码 with its button: the safety check is solved in the background, and after a sent code the
 * button counts down. */
export function SmsCodeField({
  scene,
  mobile,
  onWrongMobile,
  hasCaptchaLine = false,
  ...input
}: Props) {
  const captcha = useCaptcha();
  const { left, start } = useCountdown();
  const [note, setNote] = useState<{ text: string; isError: boolean }>();
  const [isBusy, setBusy] = useState(false);

  const ask = async () => {
    const number = mobile().trim();
    if (!isMobile(number))
      return onWrongMobile(Mobile.safeParse(number).error?.issues[0]?.message ?? '');
    setBusy(true);
    setNote(undefined);
    try {
      const sendWith = (proof: Solved) => send(loginSmsCode, { mobile: number, scene, ...proof });
      const { interval } = await withProof(async () => sendWith(await captcha.take()), sendWith, {
        mobile: number,
        scene,
      });
      start(interval);
      setNote({ text: words.sent, isError: false });
    } catch (error) {
      setNote({ text: isCallFailed(error) ? error.message : words.captchaFailed, isError: true });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      {hasCaptchaLine ? <CaptchaLine state={captcha.state} onRetry={captcha.again} /> : null}
      <Group align="flex-start" gap="sm" wrap="nowrap">
        <TextInput
          label={words.smsCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          flex={1}
          {...input}
        />
        <Button
          variant="light"
          mt="2rem"
          onClick={() => void ask()}
          loading={isBusy}
          disabled={left > 0}
        >
          {left > 0 ? words.again(left) : words.getCode}
        </Button>
      </Group>
      {note ? (
        <Text
          size="sm"
          mt={4}
          c={note.isError ? 'red' : 'green'}
          role={note.isError ? 'alert' : 'status'}
        >
          {note.text}
        </Text>
      ) : null}
    </div>
  );
}

function CaptchaLine({
  state,
  onRetry,
}: {
  state: keyof typeof words.captchaStates;
  onRetry: () => void;
}) {
  return (
    <Group gap="sm" mb="md">
      <TextInput
        label={words.captcha}
        value={words.captchaStates[state]}
        readOnly
        variant="filled"
        flex={1}
        aria-live="polite"
      />
      {state === 'failed' ? (
        <Button variant="light" mt="2rem" onClick={onRetry}>
          {words.retry}
        </Button>
      ) : null}
    </Group>
  );
}
