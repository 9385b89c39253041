import type { Call, ReplyOf } from '@cme/contract/base';
import type { RouteObject } from '@cme/ui/router';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderPage } from './render-page.tsx';
import { mockPending, mockRefusal, mockReply } from './mock-replies.ts';

type Words = string | RegExp;

interface States<C extends Call> {
  address: string;
  routes: RouteObject[];
  options?: Parameters<typeof renderPage>[2];
  /** The call that the page depends on. */
  call: C;
  /** A reply with data, and what the page then shows. */
  filled: ReplyOf<C>;
  shows: Words;
  /** An empty reply, and what the page then shows. */
  empty?: { reply: ReplyOf<C>; says: Words };
  /**
   * What the page shows when the call is refused permanently, unless it is the general error
   * state.
   */
  failed?: Words;
}

export const phone = 390;
export const desk = 1024;
const getWindow = () =>
  window as unknown as { happyDOM?: { setViewport(size: { width: number }): void } };
/** Marks a loading state in the page or in a dialog. */
const onItsWay = '[role="status"], [aria-busy="true"], .skeleton';
const findContent = () => screen.queryByRole('dialog') ?? document.querySelector('main');
export const setWidth = (width: number) => getWindow().happyDOM?.setViewport({ width });
export const expectText = async (text: Words) =>
  expect((await screen.findAllByText(text))[0]).toBeVisible();

/**
 * Tests the states that every page has: loading, loaded, empty, error with retry, session lost,
 * and phone layout.
 */
export function describePageStates<C extends Call>(
  name: string,
  { address, routes, options, call, filled, shows, empty, failed = '加载失败' }: States<C>,
): void {
  describe(`${name}: page states`, () => {
    beforeEach(() => mockReply(call, filled));
    afterEach(() => setWidth(desk));

    it('renders the data', async () => {
      renderPage(address, routes, options);
      await expectText(shows);
    });

    it('shows a loading state until the data arrive', async () => {
      mockPending(call);
      renderPage(address, routes, options);
      await waitFor(() => expect(findContent()?.querySelector(onItsWay)).toBeInTheDocument());
      expect(screen.queryByText(shows)).toBeNull();
      expect(screen.queryByRole('button', { name: '重试' })).toBeNull();
    });

    it('shows an error state whose 重试 button fetches again', async () => {
      mockRefusal(call, 500, '服务暂时不可用');
      const { user } = renderPage(address, routes, options);
      await expectText(failed);
      mockReply(call, filled);
      await user.click(screen.getAllByRole('button', { name: '重试' })[0]!);
      await expectText(shows);
    });

    it.each([401, 403])('asks whether to sign in again after a %i', async (status) => {
      mockRefusal(call, status, '请登录');
      renderPage(address, routes, { token: 'T1', ...options });
      expect(await screen.findByRole('dialog', { name: '提示' })).toBeVisible();
      expect(screen.queryByText(shows)).toBeNull();
    });

    it('renders the same data on a phone', async () => {
      setWidth(phone);
      renderPage(address, routes, options);
      await expectText(shows);
    });

    if (!empty) return;
    it('shows an empty state with a link onward', async () => {
      mockReply(call, empty.reply);
      renderPage(address, routes, options);
      await expectText(empty.says);
      expect(screen.queryByText(shows)).toBeNull();
    });
  });
}
