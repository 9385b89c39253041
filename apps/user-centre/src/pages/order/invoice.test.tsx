import {
  type Invoice,
  invoiceApply,
  invoiceDownload,
  invoiceList,
  orderDetail,
} from '@cme/contract/payment';
import { requestsTo, describePageStates, mockRefusal, renderPage, mockReply } from '@cme/testing';
import {
  mockOnlyOrder,
  mockUserCentre,
  paidOrder as order,
  signedIn,
} from '@cme/testing/user-centre';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '../../routes.ts';
// Imported up front, so that waiting for a dialog does not include loading its chunk.
import './order-dialogs.tsx';

const address = '/user/order?show=invoice&code=D1';
const open = () => renderPage(address, routes, signedIn);
const dialogNamed = (name: string) => screen.findByRole('dialog', { name });

const invoice = (change: Partial<Invoice> = {}): Invoice => ({
  invoice_no: 'V1',
  order_code: 'D1',
  kind: 'unit',
  title: '省人民医院',
  tax_no: '91350100MA12345678',
  email: 'finance@example.com',
  amount: '19.90',
  invoice_status: 'issued',
  invoice_status_name: '已开票',
  tax_invoice_no: '26350000001',
  reason: '',
  created_at: '2026-11-22 09:00:00',
  issued_at: '2026-11-22 09:05:00',
  ...change,
});
const invoices = (...list: Invoice[]) => ({ list, total: list.length, page: 1, page_size: 10 });

beforeEach(() => {
  mockUserCentre();
  mockOnlyOrder();
  mockReply(invoiceList, invoices());
});

describePageStates('the invoice of an order', {
  address,
  routes,
  options: signedIn,
  call: invoiceList,
  filled: invoices(invoice()),
  shows: '26350000001',
  empty: { reply: invoices(), says: '抬头类型' },
});

describe('the invoice of an order', () => {
  const send = (user: ReturnType<typeof open>['user']) =>
    user.click(screen.getByRole('button', { name: '提交申请' }));

  it('is requested, and then its state is shown', async () => {
    const applied = invoice({
      invoice_status: 'applied',
      invoice_status_name: '已申请',
      tax_invoice_no: '',
    });
    mockReply(invoiceApply, () => {
      mockReply(invoiceList, invoices(applied));
      return applied;
    });
    const { user } = open();
    await dialogNamed('申请发票');
    await user.click(await screen.findByRole('radio', { name: '单位' }));
    await user.type(screen.getByRole('textbox', { name: /发票抬头/ }), '省人民医院');
    await user.type(screen.getByRole('textbox', { name: /纳税人识别号/ }), '91350100ma12345678');
    await user.type(screen.getByRole('textbox', { name: /接收邮箱/ }), 'finance@example.com');
    await send(user);
    expect(await screen.findByText('发票申请已提交')).toBeVisible();
    expect(requestsTo(invoiceApply)[0]?.body).toMatchObject({
      kind: 'unit',
      tax_no: '91350100MA12345678',
    });
    expect(await dialogNamed('查看发票')).toHaveTextContent('已申请');
    expect(screen.queryByRole('button', { name: '下载发票' })).toBeNull();
  });

  it.each([
    ['', '', ['请填写发票抬头', '请输入接收邮箱']],
    ['李', 'me@example.com', ['请填写发票抬头']],
    ['李明', 'me@example', ['请输入正确的邮箱']],
    ['李明', 'me example@x.cn', ['请输入正确的邮箱']],
  ])('for “%s” at “%s” shows the error and sends nothing', async (title, email, messages) => {
    const { user } = open();
    const [name, address] = [
      await screen.findByRole('textbox', { name: /发票抬头/ }),
      screen.getByRole('textbox', { name: /接收邮箱/ }),
    ];
    if (title) await user.type(name, title);
    if (email) await user.type(address, email);
    await send(user);
    for (const message of messages) expect(await screen.findByText(message)).toBeVisible();
    expect(requestsTo(invoiceApply)).toEqual([]);
  });

  it('shows why it is unavailable during a refund review', async () => {
    mockRefusal(invoiceApply, 400, '退款申请处理期间不能申请发票', 'order_state');
    const { user } = open();
    await user.type(await screen.findByRole('textbox', { name: /发票抬头/ }), '李明');
    await user.type(screen.getByRole('textbox', { name: /接收邮箱/ }), 'me@example.com');
    await send(user);
    expect(await screen.findByText('退款申请处理期间不能申请发票')).toBeVisible();
    expect(screen.getByRole('textbox', { name: /发票抬头/ })).toHaveValue('李明');
  });

  it('that was rejected shows why, above the form for a new request', async () => {
    mockReply(
      invoiceList,
      invoices(invoice({ invoice_status: 'rejected', reason: '抬头与税号不符' })),
    );
    open();
    expect(await within(await dialogNamed('申请发票')).findByText('抬头与税号不符')).toBeVisible();
    expect(screen.getByRole('button', { name: '提交申请' })).toBeEnabled();
  });

  describe('an invoice that was reversed', () => {
    const reversed = invoice({
      invoice_status: 'reversed',
      invoice_status_name: '已红冲',
      reason: '退款',
      amount: '68.00',
    });

    it('is shown, and can be requested again with the previous input', async () => {
      const anew = invoice({
        invoice_no: 'V2',
        invoice_status: 'applied',
        invoice_status_name: '已申请',
        tax_invoice_no: '',
      });
      mockReply(invoiceList, invoices(reversed));
      mockReply(orderDetail, order);
      mockReply(invoiceApply, () => {
        mockReply(invoiceList, invoices(anew, reversed));
        return anew;
      });
      const { user } = open();
      const dialog = await dialogNamed('查看发票');
      expect(await within(dialog).findByText('已红冲')).toBeVisible();
      expect(dialog).toHaveTextContent('红冲原因退款');
      await user.click(await screen.findByRole('button', { name: '重新申请' }));
      expect(screen.getByRole('textbox', { name: /发票抬头/ })).toHaveValue('省人民医院');
      await send(user);
      expect(await within(dialog).findByText('已申请')).toBeVisible();
      expect(requestsTo(invoiceApply)[0]?.body).toEqual({
        order_code: 'D1',
        kind: 'unit',
        title: '省人民医院',
        tax_no: '91350100MA12345678',
        email: 'finance@example.com',
      });
    });

    it('is only shown if nothing is left to invoice', async () => {
      mockReply(invoiceList, invoices(reversed));
      mockReply(orderDetail, { ...order, actions: ['hide'] });
      open();
      expect(await screen.findByText('已红冲')).toBeVisible();
      await waitFor(() => expect(requestsTo(orderDetail)).toHaveLength(1));
      expect(screen.queryByRole('button', { name: '重新申请' })).toBeNull();
    });
  });

  it('of a unit is suggested to be that of the person, and each kind keeps its own title', async () => {
    const { user } = open();
    const title = await screen.findByRole('textbox', { name: /发票抬头/ });
    await user.type(title, '李明');
    await user.click(screen.getByRole('radio', { name: '单位' }));
    expect(title).toHaveValue('市人民医院');
    await user.clear(title);
    await user.type(title, '省人民医院');
    await user.click(screen.getByRole('radio', { name: '个人' }));
    expect(title).toHaveValue('李明');
    await user.click(screen.getByRole('radio', { name: '单位' }));
    expect(title).toHaveValue('省人民医院');
  });

  it('can be switched to a person after an invalid taxpayer number of a unit', async () => {
    mockReply(invoiceApply, invoice({ kind: 'personal', tax_no: '' }));
    const { user } = open();
    await user.click(await screen.findByRole('radio', { name: '单位' }));
    await user.type(screen.getByRole('textbox', { name: /发票抬头/ }), '李明');
    await user.type(screen.getByRole('textbox', { name: /纳税人识别号/ }), '123');
    await user.type(screen.getByRole('textbox', { name: /接收邮箱/ }), 'me@example.com');
    await send(user);
    expect(await screen.findByText('请输入正确的纳税人识别号')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: '个人' }));
    await send(user);
    await waitFor(() =>
      expect(requestsTo(invoiceApply)[0]?.body).toMatchObject({ kind: 'personal', tax_no: '' }),
    );
  });

  it('is downloaded as a file, or shows why not', async () => {
    const left = vi.spyOn(location, 'assign').mockImplementation(() => {});
    mockReply(invoiceList, invoices(invoice()));
    mockRefusal(invoiceDownload, 400, '发票正在生成，请稍后再试', 'invoice_state');
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '下载发票' }));
    expect(await screen.findByText('发票正在生成，请稍后再试')).toBeVisible();
    expect(left).not.toHaveBeenCalled();
    mockReply(invoiceDownload, { url: '/qm/invoice/V1.pdf', file_name: 'V1.pdf' });
    await user.click(screen.getByRole('button', { name: '下载发票' }));
    await waitFor(() => expect(left).toHaveBeenCalledExactlyOnceWith('/qm/invoice/V1.pdf'));
    left.mockRestore();
  });
});
