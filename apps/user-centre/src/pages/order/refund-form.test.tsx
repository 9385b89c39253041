import type { ReplyOf } from '@cme/contract/base';
import { refundApply, refundPreview } from '@cme/contract/payment';
import {
  requestsTo,
  describePageStates,
  mockRefusal,
  renderPage,
  mockReply,
  sampleRefund,
} from '@cme/testing';
import { mockOnlyOrder, mockUserCentre, signedIn } from '@cme/testing/user-centre';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../routes.ts';
// Imported up front, so that waiting for a dialog does not include loading its chunk.
import './order-dialogs.tsx';

const address = '/user/order?show=refund&code=D1';
const open = () => renderPage(address, routes, signedIn);

type Preview = ReplyOf<typeof refundPreview>;
const part = (change: Partial<Preview['items'][number]> = {}): Preview['items'][number] => ({
  order_item_id: 'i1',
  title: '高血压规范化管理',
  pay: '19.90',
  refund_rate: 0.75,
  amount: '14.93',
  finished_sections: 1,
  total_sections: 4,
  blocked: '',
  ...change,
});
const preview = (...items: Preview['items']): Preview => ({
  items,
  amount: '14.93',
  can_apply: items.some(({ blocked }) => blocked === ''),
  refund_expire_at: '2026-11-28 16:30:00',
});

beforeEach(() => {
  mockUserCentre();
  mockOnlyOrder();
  mockReply(refundPreview, preview(part()));
});

describePageStates('the refund form', {
  address,
  routes,
  options: signedIn,
  call: refundPreview,
  filled: preview(part()),
  shows: '退款原因',
  empty: { reply: preview(), says: '这笔订单没有可以退款的项目' },
});

describe('requesting a refund', () => {
  it('adds up the selected items, to the fen', async () => {
    mockReply(
      refundPreview,
      preview(part(), part({ order_item_id: 'i2', title: '合理用药', amount: '0.07' })),
    );
    const { user } = open();
    const sum = (await screen.findByText('预计退款')).closest('p') as HTMLElement;
    expect(sum).toHaveTextContent('¥0.00');
    await user.click(screen.getByRole('checkbox', { name: /高血压/ }));
    expect(sum).toHaveTextContent('¥14.93');
    await user.click(screen.getByRole('checkbox', { name: /合理用药/ }));
    expect(sum).toHaveTextContent('¥15.00');
  });

  it('requires a selection', async () => {
    mockReply(refundPreview, preview(part(), part({ order_item_id: 'i2', title: '合理用药' })));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '提交申请' }));
    expect(await screen.findByText('请选择退款项目')).toBeVisible();
    expect(requestsTo(refundApply)).toEqual([]);
  });

  it.each([
    [{}, '已学 1/4 节，可退 75%'],
    [{ finished_sections: 0, total_sections: 0, refund_rate: 1 }, '尚未开通，可退 100%'],
    [{ blocked: '已参加考试，不能退款' }, '已参加考试，不能退款'],
  ])('shows the refund of each course (%o)', async (change, text) => {
    mockReply(
      refundPreview,
      preview(part(change), part({ order_item_id: 'i2', title: '合理用药', total_sections: 9 })),
    );
    open();
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('sends the same application again after a lost response', async () => {
    mockRefusal(refundApply, 503, '服务暂时不可用');
    const { user } = open();
    await user.type(await screen.findByRole('textbox', { name: /退款原因/ }), '岗位调整');
    await user.click(screen.getByRole('button', { name: '提交申请' }));
    expect(await screen.findByText('服务暂时不可用')).toBeVisible();
    mockReply(refundApply, sampleRefund());
    await user.click(screen.getByRole('button', { name: '提交申请' }));
    expect(await screen.findByText('退款申请已提交')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(new Set(requestsTo(refundApply).map(({ body }) => body.request_id)).size).toBe(1);
  });

  it('keeps the input if the server rejects it', async () => {
    mockRefusal(refundApply, 400, '已取得证书，不能退款', 'refund_blocked');
    const { user } = open();
    const reason = await screen.findByRole('textbox', { name: /退款原因/ });
    await user.type(reason, '岗位调整');
    await user.click(screen.getByRole('button', { name: '提交申请' }));
    expect(await screen.findByText('已取得证书，不能退款')).toBeVisible();
    expect(reason).toHaveValue('岗位调整');
  });
});
