import type { Call, ReplyOf } from '@cme/contract';
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
  /** The call that the page cannot do without. */
  call: C;
  /** Its answer, and what the page then shows. */
  filled: ReplyOf<C>;
  shows: Words;
  /** Its answer when there is nothing, and what the page then says. */
  empty?: { reply: ReplyOf<C>; says: Words };
  /** What the page says when the call is refused for good, where it is not the general failure. */
  failed?: Words;
}

export const phone = 390;
export const desk = 1024;
const view = () =>
  window as unknown as { happyDOM?: { setViewport(size: { width: number }): void } };
/** What says that something is on its way, in the page or in the dialog above it. */
const onItsWay = '[role="status"], [aria-busy="true"], .skeleton';
const place = () => screen.queryByRole('dialog') ?? document.querySelector('main');
export const setWidth = (width: number) => view().happyDOM?.setViewport({ width });
export const expectText = async (text: Words) =>
  expect((await screen.findAllByText(text))[0]).toBeVisible();

/** The states that every page has: on its way, there, empty, failed and tried again, refused, and
 * in a hand. */
export function describePageStates<C extends Call>(
  name: string,
  { address, routes, options, call, filled, shows, empty, failed = '加载失败' }: States<C>,
): void {
  describe(`${name}, state by state`, () => {
    beforeEach(() => mockReply(call, filled));
    afterEach(() => setWidth(desk));

    it('shows what the server answers', async () => {
      renderPage(address, routes, options);
      await expectText(shows);
    });

    it('holds the place of what is on its way', async () => {
      mockPending(call);
      renderPage(address, routes, options);
      await waitFor(() => expect(place()?.querySelector(onItsWay)).toBeInTheDocument());
      expect(screen.queryByText(shows)).toBeNull();
      expect(screen.queryByRole('button', { name: '重试' })).toBeNull();
    });

    it('says what failed, and 重试 asks again', async () => {
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

    it('shows the same in a hand', async () => {
      setWidth(phone);
      renderPage(address, routes, options);
      await expectText(shows);
    });

    if (!empty) return;
    it('says that there is nothing, and where to go on', async () => {
      mockReply(call, empty.reply);
      renderPage(address, routes, options);
      await expectText(empty.says);
      expect(screen.queryByText(shows)).toBeNull();
    });
  });
}
