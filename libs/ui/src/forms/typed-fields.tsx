import { tooLong, countCharacters } from '@cme/contract/base/typed-text';
import {
  PasswordInput,
  type PasswordInputProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { useNewPasswordHint } from './use-new-password-hint.ts';

const words = { showPassword: '显示密码' };

/** What is typed must stay as it is: no translation, no capitals, no corrections. */
const asTyped = {
  translate: 'no',
  spellCheck: false,
  autoCapitalize: 'off',
  autoCorrect: 'off',
} as const;

/**
 * One field for each kind of text. The page keeps and shows what was typed or pasted, whole; the
 * rule of the contract reads it. None has a `maxLength`, which would cut what is pasted.
 */
export const MobileField = (props: TextInputProps) => (
  <TextInput {...asTyped} type="tel" inputMode="tel" autoComplete="tel" {...props} />
);

/** A code of digits. */
export const CodeField = (props: TextInputProps) => (
  <TextInput {...asTyped} inputMode="numeric" autoComplete="one-time-code" {...props} />
);

/** The number of a document, card, unit or certificate. */
export const NumberLine = (props: TextInputProps) => (
  <TextInput {...asTyped} autoComplete="off" {...props} />
);

/** The name of a person. */
export const NameField = (props: TextInputProps) => (
  <TextInput {...asTyped} autoComplete="name" {...props} />
);

export const EmailField = (props: TextInputProps) => (
  // Of the type text, because browsers change what is typed into a field of the type email.
  <TextInput {...asTyped} inputMode="email" autoComplete="email" {...props} />
);

const toggle = {
  visibilityToggleButtonProps: { 'aria-label': words.showPassword, tabIndex: 0 },
};

export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput {...asTyped} autoComplete="current-password" {...toggle} {...props} />
);

/**
 * A new password: says while it is typed what is missing, and whether it is too simple. `account` is
 * the mobile number, which must not be part of it.
 */
export function NewPasswordField({
  account = '',
  value,
  description,
  ...props
}: PasswordInputProps & { account?: string }) {
  const typed = useNewPasswordHint(String(value ?? ''), account);
  // The error says the same, and stands until the text changes.
  const hint = props.error ? undefined : typed;
  return (
    <PasswordInput
      {...asTyped}
      autoComplete="new-password"
      {...toggle}
      {...props}
      value={value}
      description={
        <span aria-live="polite" className="password-hint" data-good={hint?.isGood}>
          {hint?.text ?? description}
        </span>
      }
    />
  );
}

/** A text of several lines with its length; one that is too long stays, and says so. */
export function LongText({
  most,
  value,
  error,
  description,
  ...props
}: TextareaProps & { most: number }) {
  const length = countCharacters(String(value ?? '').trim());
  return (
    <Textarea
      {...props}
      value={value}
      description={
        <>
          {description} <span>{`${length} / ${most}`}</span>
        </>
      }
      error={length > most ? tooLong(most, length) : error}
    />
  );
}
