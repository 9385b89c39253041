import type { ReplyOf } from '@cme/contract/base';
import { certificateDetail, certificateDownload } from '@cme/contract/credits';
import { requestsTo, describePageStates, mockRefusal, renderPage, mockReply } from '@cme/testing';
import {
  mockCertificates,
  mockUserCentre,
  sampleCertificate,
  signedIn,
} from '@cme/testing/user-centre';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '../../routes.ts';
// Imported up front, so that waiting for a dialog does not include loading its chunk.
import './certificate-dialog.tsx';

const number = '2026-0351-P-0001234-7';
const opened = `/user/mycertificate?cert=${number}`;
const open = (address = '/user/mycertificate') => renderPage(address, routes, signedIn);

type Detail = ReplyOf<typeof certificateDetail>;
const detail = (change: Partial<Detail> = {}): Detail => ({
  ...sampleCertificate(),
  text: {
    title: '继续医学教育学分证书',
    real_name: '李敏',
    gender: '女',
    id_no: '110105********002X',
    unit_name: '省人民医院',
    series_name: '',
    level_name: '',
    statement: '经考核合格，授予学分贰分。',
    rows: [],
    issuer: '省卫生健康委员会培训中心',
    issued_on: '2026年11月20日',
  },
  sha256: 'ab',
  verify_url: '',
  qr_svg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  history: [{ status: 'issued', status_name: '已发放', at: '2026-11-20 10:00:00', reason: '' }],
  download_count: 0,
  ...change,
});

beforeEach(() => {
  mockUserCentre();
  mockReply(certificateDetail, detail());
  mockCertificates(sampleCertificate());
});

describePageStates('an opened certificate', {
  address: opened,
  routes,
  options: signedIn,
  call: certificateDetail,
  filled: detail(),
  shows: '李敏',
});

describe('a certificate of mine', () => {
  const card = async () =>
    (await screen.findByRole('heading', { name: '高血压规范化管理' })).closest('li') as HTMLElement;

  it.each([
    [
      'issued',
      [`证书编号 ${number}`, '发放日期 2026年11月20日'],
      ['查看证书', '下载证书', '复制编号'],
    ],
    ['revoked', ['学习记录异常'], ['查看证书', '复制编号']],
    ['replaced', ['已换发为 2026-0351-P-0005678-1'], ['查看证书', '复制编号']],
    ['expired', [`证书编号 ${number}`], ['查看证书', '复制编号']],
    ['reviewing', ['学习记录异常'], []],
  ])('that is %s says so and offers the remaining actions', async (certStatus, texts, names) => {
    const replaced_by = certStatus === 'replaced' ? '2026-0351-P-0005678-1' : '';
    const reason = ['revoked', 'reviewing'].includes(certStatus) ? '学习记录异常' : '';
    mockCertificates(sampleCertificate({ cert_status: certStatus, reason, replaced_by }));
    open();
    const item = await card();
    for (const text of texts) expect(within(item).getByText(text)).toBeVisible();
    const offered = [
      ...within(item).queryAllByRole('link'),
      ...within(item).queryAllByRole('button'),
    ];
    expect(offered.map(({ textContent }) => textContent)).toEqual(names);
  });

  it('has its number copied, to be pasted on the verification page', async () => {
    const { user } = open();
    await user.click(within(await card()).getByRole('button', { name: '复制编号' }));
    expect(await screen.findByText('证书编号已复制')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(number);
  });

  it('is downloaded as a file, or shows why not', async () => {
    const left = vi.spyOn(location, 'assign').mockImplementation(() => {});
    mockRefusal(certificateDownload, 429, '下载过于频繁，请稍后再试', 'rate_limited');
    const { user } = open();
    await user.click(within(await card()).getByRole('button', { name: '下载证书' }));
    expect(await screen.findByText('下载过于频繁，请稍后再试')).toBeVisible();
    expect(left).not.toHaveBeenCalled();
    mockReply(certificateDownload, { url: '/qm/certificate/x.pdf', file_name: 'x.pdf' });
    await user.click(within(await card()).getByRole('button', { name: '下载证书' }));
    await waitFor(() => expect(left).toHaveBeenCalledExactlyOnceWith('/qm/certificate/x.pdf'));
    left.mockRestore();
  });
});

describe('an opened certificate', () => {
  it('offers its machine-readable form under 更多', async () => {
    mockReply(certificateDownload, { url: '/qm/certificate/x.json', file_name: 'x.json' });
    const left = vi.spyOn(location, 'assign').mockImplementation(() => {});
    const { user } = open(opened);
    const dialog = await screen.findByRole('dialog', { name: '查看证书' });
    const more = await within(dialog).findByText('更多');
    const badge = within(dialog).getByText('机读凭证（JSON）');
    expect(badge).not.toBeVisible();
    await user.click(more);
    await user.click(badge);
    await waitFor(() => expect(left).toHaveBeenCalledOnce());
    expect(requestsTo(certificateDownload)[0]?.body).toEqual({ cert_no: number, format: 'json' });
    left.mockRestore();
  });

  describe('on a phone', () => {
    beforeEach(() => {
      vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone MicroMessenger/8.0.50');
      mockReply(certificateDownload, { url: '/qm/certificate/x.png', file_name: 'x.png' });
    });
    afterEach(() => vi.restoreAllMocks());
    const picture = () => screen.findByRole('img', { name: new RegExp(number) });

    it('is an image that can be saved', async () => {
      open(opened);
      expect(await picture()).toHaveAttribute('src', '/qm/certificate/x.png');
      expect(screen.getByText('长按图片保存')).toBeVisible();
      expect(requestsTo(certificateDownload)[0]?.body).toEqual({ cert_no: number, format: 'png' });
    });

    it('requests another URL if the image does not load', async () => {
      const { user } = open(opened);
      fireEvent.error(await picture());
      expect(await screen.findByText('证书图片没有加载出来')).toBeVisible();
      const dialog = screen.getByRole('dialog', { name: '查看证书' });
      await user.click(within(dialog).getByRole('button', { name: '重试' }));
      fireEvent.load(await picture());
      expect(requestsTo(certificateDownload)).toHaveLength(2);
    });

    it('that was revoked has no image', async () => {
      mockReply(certificateDetail, detail({ cert_status: 'revoked', cert_status_name: '已撤销' }));
      open(opened);
      await screen.findByRole('article', { name: new RegExp(number) });
      expect(requestsTo(certificateDownload)).toEqual([]);
    });
  });

  it('has no image on a wide screen, where its file can be saved', async () => {
    open(opened);
    await screen.findByRole('article', { name: new RegExp(number) });
    expect(screen.queryByText('长按图片保存')).toBeNull();
  });

  it('that was revoked shows its history and offers no file', async () => {
    const history = [
      { status: 'issued', status_name: '已发放', at: '2026-11-20 10:00:00', reason: '' },
      {
        status: 'revoked',
        status_name: '已撤销',
        at: '2026-11-21 10:00:00',
        reason: '学习记录异常',
      },
    ];
    mockReply(certificateDetail, detail({ cert_status: 'revoked', history }));
    open(opened);
    const dialog = await screen.findByRole('dialog', { name: '查看证书' });
    expect(await within(dialog).findByText('2026-11-21 10:00 已撤销 学习记录异常')).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: '下载证书' })).toBeNull();
    expect(within(dialog).queryByText('更多')).toBeNull();
  });

  it('closes by Escape and keeps the list', async () => {
    const { user, router } = open(`/user/mycertificate?year=2026&cert=${number}`);
    await screen.findByText('李敏');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.search).toBe('?year=2026');
  });

  it("of another user shows the server's refusal", async () => {
    mockRefusal(certificateDetail, 404, '证书不存在', 'not_found');
    open(opened);
    const dialog = await screen.findByRole('dialog', { name: '查看证书' });
    expect(await within(dialog).findByText('证书不存在')).toBeVisible();
  });
});
