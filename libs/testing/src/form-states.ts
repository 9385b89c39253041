import type { Call, ReplyOf } from '@cme/contract/base';
import type { RouteObject } from '@cme/ui/router';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mockPending, mockRefusal, mockReply, requestsTo } from './mock-replies.ts';
import { desk, expectText, phone, setWidth } from './page-states.ts';
import { renderPage } from './render-page.tsx';

type Text = string | RegExp;
type Page = ReturnType<typeof renderPage>;

interface FormStates<C extends Call> {
  address: string;
  routes: RouteObject[];
  /** The call that the form sends. */
  call: C;
  reply: ReplyOf<C>;
  /** Fills in the form without sending it. */
  fill(user: Page['user']): Promise<void>;
  /** The submit button. */
  submit: Text;
  /** The value of one field after `fill`. */
  field: { label: Text; value: string };
  /** The validation messages of an empty form, one per field. */
  missing: readonly Text[];
}

const refusals = [
  [400, '信息有误，请核对后再试'],
  [429, '操作过于频繁，请稍后再试'],
  [503, '服务暂时不可用'],
] as const;

/**
 * Tests the states that every form has: empty, submitting, rejected, network failure with retry,
 * and phone layout.
 */
export function describeFormStates<C extends Call>(
  name: string,
  { address, routes, call, reply, fill, submit, field, missing }: FormStates<C>,
): void {
  const button = () => within(screen.getByRole('main')).getByRole('button', { name: submit });
  const open = async () => {
    const page = renderPage(address, routes);
    await screen.findByLabelText(field.label);
    return page;
  };

  describe(`${name}: form states`, () => {
    beforeEach(() => mockReply(call, reply));
    afterEach(() => setWidth(desk));

    it('shows validation errors before anything is sent', async () => {
      const { user } = await open();
      await user.click(button());
      for (const text of missing) await expectText(text);
      expect(requestsTo(call)).toHaveLength(0);
    });

    it('shows a loading state while submitting and submits only once', async () => {
      mockPending(call);
      const { user } = await open();
      await fill(user);
      await user.click(button());
      const form = screen.getByLabelText(field.label).closest('form');
      await waitFor(() => expect(form).toHaveAttribute('aria-busy', 'true'));
      await user.click(button());
      expect(requestsTo(call)).toHaveLength(1);
    });

    it('shows why the server rejected it, keeps the input and can be submitted again', async () => {
      const { user } = await open();
      await fill(user);
      for (const [index, [status, message]] of refusals.entries()) {
        mockRefusal(call, status, message);
        await user.click(button());
        await expectText(message);
        expect(screen.getByLabelText(field.label)).toHaveValue(field.value);
        expect(requestsTo(call)).toHaveLength(index + 1);
      }
      mockReply(call, reply);
      await user.click(button());
      await waitFor(() => expect(requestsTo(call)).toHaveLength(refusals.length + 1));
    });

    it('can be filled in and submitted on a phone', async () => {
      setWidth(phone);
      const { user } = await open();
      await fill(user);
      await user.click(button());
      await waitFor(() => expect(requestsTo(call)).toHaveLength(1));
    });
  });
}
