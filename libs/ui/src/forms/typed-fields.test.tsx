import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import * as Examples from '@cme/contract/typed-examples';
import { ThemeProvider } from '../theme/theme-provider.tsx';
import {
  CodeField,
  EmailField,
  LongText,
  MobileField,
  NameField,
  NewPasswordField,
  NumberLine,
  PasswordField,
} from './typed-fields.tsx';

const fields = {
  mobile: [MobileField, Examples.mobiles],
  code: [CodeField, Examples.codes],
  'identity number': [NumberLine, Examples.identityNumbers],
  'card number': [NumberLine, Examples.cardNumbers],
  'tax number': [NumberLine, Examples.taxNumbers],
  name: [NameField, [...Examples.names, ...Examples.latinNames]],
  'e-mail': [EmailField, Examples.emails],
  password: [PasswordField, Examples.passwords],
  'new password': [NewPasswordField, Examples.passwords],
} as const;

type FieldProps = {
  label: string;
  value: string;
  onChange: (event: { currentTarget: { value: string } }) => void;
};

function Keeping({ kind }: { kind: keyof typeof fields }) {
  const [text, setText] = useState('');
  const Field = fields[kind][0] as React.ComponentType<FieldProps>;
  return <Field label="栏" value={text} onChange={(event) => setText(event.currentTarget.value)} />;
}

const renderField = (field: React.ReactNode) => {
  render(
    <ThemeProvider nonce="" primary="#0f6b66" radius={8}>
      {field}
    </ThemeProvider>,
  );
  return { user: userEvent.setup(), input: screen.getByLabelText('栏') };
};

// A field of one line has no line breaks, as browsers have it.
const inOneLine = (text: string) => text.replace(/[\r\n]/g, '');

describe.each(Object.keys(fields) as (keyof typeof fields)[])('a field for a %s', (kind) => {
  it('shows whole what is pasted into it, whatever it is', async () => {
    const { user, input } = renderField(<Keeping kind={kind} />);
    expect(input).not.toHaveAttribute('maxlength');
    for (const [typed] of fields[kind][1]) {
      await user.clear(input);
      await user.click(input);
      if (typed) await user.paste(inOneLine(typed));
      expect(input).toHaveValue(inOneLine(typed));
    }
  });

  it('is left alone by the translation of a browser', () => {
    expect(renderField(<Keeping kind={kind} />).input).toHaveAttribute('translate', 'no');
  });
});

describe('a new password', () => {
  it.each([
    ['Aa1', '密码须为8-20位，包含大写字母、小写字母和数字'],
    ['Abcdefghij12345678901234', '密码须为8-20位，现在24位'],
    ['Learner 2026', '密码中不能有空格'],
    ['Password1', '密码过于简单，请更换一个不易被猜到的密码'],
    ['Aa13800000001', '密码过于简单，请更换一个不易被猜到的密码'],
    ['Learner2026', '密码可用'],
  ])('typed as %s is told %s while it is typed', async (typed, message) => {
    function Typing() {
      const [text, setText] = useState('');
      return (
        <NewPasswordField
          label="栏"
          account="13800000001"
          description="8-20 位"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      );
    }
    const { user, input } = renderField(<Typing />);
    expect(screen.getByText('8-20 位')).toBeVisible();
    await user.type(input, typed);
    expect(await screen.findByText(message)).toBeVisible();
  });
});

describe('a long text', () => {
  it('that is too long stays, with its length', () => {
    const { input } = renderField(
      <LongText label="栏" most={500} value={'字'.repeat(612)} onChange={() => undefined} />,
    );
    expect(input).toHaveValue('字'.repeat(612));
    expect(input).toBeInvalid();
    expect(screen.getByText('最多 500 字，现在 612 字')).toBeVisible();
  });
});
