import { CodeField, TextInput, type TextInputProps } from '@cme/ui/forms';
import { type SmsCodeRequest, useSmsCode } from './use-sms-code.ts';
import { words } from './sign-in.words.ts';
import { Button, Group, Text } from '@cme/ui';

type Props = TextInputProps & {
  /** Shows the captcha as a separate line, where the page asks for one. */
  hasCaptchaLine?: boolean;
} & SmsCodeRequest;

/**
 * 短信验证码 with its button: the captcha is solved in the background, and the button counts down
 * after a code was sent.
 */
export function SmsCodeField({ hasCaptchaLine = false, ...props }: Props) {
  const { captcha, secondsLeft, note, isBusy, request } = useSmsCode(props);
  const input = getInputProps(props);
  return (
    <div>
      {hasCaptchaLine ? <CaptchaLine state={captcha.state} onRetry={captcha.retry} /> : null}
      <Group align="flex-start" gap="sm" wrap="nowrap">
        <CodeField label={words.smsCode} flex={1} {...input} />
        <Button
          variant="light"
          style={{ marginTop: '2rem' }}
          onClick={() => void request()}
          loading={isBusy}
          disabled={secondsLeft > 0}
        >
          {secondsLeft > 0 ? words.again(secondsLeft) : words.getCode}
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

/** The remaining props for the input itself. */
function getInputProps({ scene: _, ...props }: SmsCodeRequest & TextInputProps): TextInputProps {
  if (!('mobile' in props)) return props;
  const { mobile: _mobile, onWrongMobile: _onWrong, ...input } = props;
  return input;
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
        <Button variant="light" style={{ marginTop: '2rem' }} onClick={onRetry}>
          {words.retry}
        </Button>
      ) : null}
    </Group>
  );
}
