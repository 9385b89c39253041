import { CallError } from '@cme/commons/api-client';
import { TextInput, useForm, useSubmission } from '@cme/ui/forms';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ThemeProvider } from '../theme/theme-provider.tsx';

interface Person extends Record<string, string> {
  name: string;
  mobile: string;
}
const send = vi.fn<(values: Person) => Promise<void>>();

function Form() {
  const form = useForm<Person>({
    initialValues: { name: '', mobile: '' },
    validate: { name: (value) => (value ? null : '请输入姓名') },
  });
  const { submit, isBusy, failure } = useSubmission(form, send, ({ field }) => field);
  return (
    <form aria-label="资料" onSubmit={submit} aria-busy={isBusy} noValidate>
      <TextInput label="手机号" {...form.getInputProps('mobile')} />
      <TextInput label="姓名" {...form.getInputProps('name')} />
      {failure ? <p role="alert">{failure}</p> : null}
      <button type="submit">保存</button>
    </form>
  );
}
function open() {
  render(
    <ThemeProvider nonce="" primary="#0f6b66" radius={8}>
      <Form />
    </ThemeProvider>,
  );
  return userEvent.setup();
}
const refuse = (message: string, field?: string) =>
  send.mockRejectedValue(
    new CallError(400, message, 'bad_request', field === undefined ? {} : { field }),
  );

beforeEach(() => void send.mockReset().mockResolvedValue());
afterEach(() => void vi.restoreAllMocks());

describe('submitting a form', () => {
  it('that is not complete focuses its first invalid field and sends nothing', async () => {
    const user = open();
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(screen.getByText('请输入姓名')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('姓名')).toHaveFocus());
    expect(send).not.toHaveBeenCalled();
  });

  it('is busy until the answer, and keeps the input', async () => {
    const answer = Promise.withResolvers<void>();
    send.mockReturnValue(answer.promise);
    const user = open();
    await user.type(screen.getByLabelText('姓名'), '李静{Enter}');
    expect(screen.getByRole('form')).toHaveAttribute('aria-busy', 'true');
    answer.resolve();
    await waitFor(() => expect(screen.getByRole('form')).toHaveAttribute('aria-busy', 'false'));
    expect(send).toHaveBeenCalledExactlyOnceWith({ name: '李静', mobile: '' });
    expect(screen.getByLabelText('姓名')).toHaveValue('李静');
  });

  it('shows a refusal at the field that the server names, and focuses it if the focus is free', async () => {
    const user = open();
    refuse('该手机号码已被注册', 'mobile');
    await user.type(screen.getByLabelText('姓名'), '李静');
    await user.click(screen.getByRole('button', { name: '保存' }));
    expect(await screen.findByText('该手机号码已被注册')).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('手机号')).toHaveFocus());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['no field', undefined],
    ['a field that this form does not have', 'captcha_code'],
  ])('shows a refusal that names %s above the button', async (_, field) => {
    const user = open();
    refuse('操作过于频繁，请稍后再试', field);
    await user.type(screen.getByLabelText('姓名'), '李静{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('操作过于频繁，请稍后再试');
    expect(screen.getByLabelText('姓名')).toHaveFocus();
  });

  it('gives the focus back to where it was if nothing else has it', async () => {
    const answer = Promise.withResolvers<void>();
    send.mockReturnValue(answer.promise);
    const user = open();
    await user.type(screen.getByLabelText('姓名'), '李静');
    await user.click(screen.getByRole('button', { name: '保存' }));
    (document.activeElement as HTMLElement).blur();
    answer.reject(new CallError(503, '服务暂时不可用'));
    expect(await screen.findByRole('alert')).toHaveTextContent('服务暂时不可用');
    await waitFor(() => expect(screen.getByRole('button', { name: '保存' })).toHaveFocus());
  });

  it('forgets the last failure when it is tried again', async () => {
    const user = open();
    refuse('服务暂时不可用');
    await user.type(screen.getByLabelText('姓名'), '李静{Enter}');
    await screen.findByRole('alert');
    send.mockResolvedValue();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(send).toHaveBeenCalledTimes(2);
  });
});
