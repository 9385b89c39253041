import type { CertificateText } from '@cme/contract/credits';
import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CertificateSheet } from './certificate-sheet.tsx';

const certificate = {
  cert_no: '2026-0351-P-0001234-7',
  kind_name: '年度合格证书',
  cert_status: 'issued',
  cert_status_name: '已发放',
};
const text: CertificateText = {
  title: '专业技术人员继续教育年度合格证书',
  real_name: '李晓梅',
  gender: '女',
  id_no: '110105********002X',
  unit_name: '市人民医院',
  series_name: '护理系列',
  level_name: '初级',
  statement: '于 2026 年度完成继续教育，考核合格。',
  rows: [
    { name: '学时', value: '90 学时' },
    { name: '学分', value: '25 学分' },
  ],
  issuer: '省卫生健康继续教育中心',
  issued_on: '2026-12-01',
};
const show = (
  change: Partial<CertificateText> = {},
  more: Partial<Parameters<typeof CertificateSheet>[0]['certificate']> = {},
  qr_svg?: string,
) => {
  render(
    <CertificateSheet
      certificate={{ ...certificate, ...more }}
      text={{ ...text, ...change }}
      qr_svg={qr_svg}
    />,
  );
  return within(screen.getByRole('article'));
};
/** The font size that a text has on the sheet, in points. */
const getSize = (element: HTMLElement) => Number(element.style.getPropertyValue('--size'));

describe('a certificate on the screen', () => {
  it('is named by its kind and number, and shows what is printed on it', () => {
    const sheet = show();
    expect(
      screen.getByRole('article', { name: '年度合格证书 2026-0351-P-0001234-7' }),
    ).toBeVisible();
    expect(sheet.getByRole('heading', { level: 2, name: text.title })).toBeVisible();
    for (const printed of ['李晓梅', '女', '身份证件号 110105********002X', '市人民医院'])
      expect(sheet.getByText(printed)).toBeVisible();
    expect(sheet.getByText('护理系列 · 初级')).toBeVisible();
    expect(sheet.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '90 学时',
      '25 学分',
    ]);
  });

  it('leaves out what is not known of the holder', () => {
    const sheet = show({ gender: '', series_name: '', level_name: '初级' });
    expect(sheet.queryByText('女')).toBeNull();
    expect(sheet.getByText('初级')).toBeVisible();
  });

  it.each([
    ['2026-12-01', '2026年12月1日'],
    ['2026年6月1日', '2026年6月1日'],
    ['', ''],
  ])('shows the day of issue %j as %j', (day, words) => {
    const sheet = show({ issued_on: day });
    expect(sheet.getByRole('contentinfo')).toHaveTextContent(`${text.issuer}${words}`);
  });

  it.each([
    ['issued', '已发放', false],
    ['revoked', '已撤销', true],
    ['replaced', '已换发', true],
    ['expired', '已过期', true],
    ['of_tomorrow', '已冻结', true],
  ])('in the state %s is stamped %s: %s', (state, name, isStamped) => {
    const sheet = show({}, { cert_status: state, cert_status_name: name });
    expect(sheet.queryByText(name) !== null).toBe(isStamped);
  });

  it('names the certificate that it replaces', () => {
    const sheet = show({}, { replaces: '2025-0351-P-0000001-3' });
    expect(sheet.getByText('（换发自 2025-0351-P-0000001-3）')).toBeVisible();
  });

  it('shows its QR code with a way to check it by hand, and neither without one', () => {
    const sheet = show({}, {}, '<svg xmlns="http://www.w3.org/2000/svg"><path d="#"/></svg>');
    const code = sheet.getByRole('img', { name: '验证二维码' });
    expect(code.getAttribute('src')).toMatch(/^data:image\/svg\+xml;utf8,%3Csvg/);
    expect(code.getAttribute('src')).not.toContain('#');
    expect(sheet.getByText('凭证书编号与证件号码后四位也可查询')).toBeVisible();
  });

  it('has no place for a QR code where there is none, as on the page that checks it', () => {
    const sheet = show();
    expect(sheet.queryByRole('img')).toBeNull();
    expect(sheet.queryByText('扫码验证')).toBeNull();
  });
});

describe('texts of any length fit on the sheet', () => {
  it.each([
    [4, 30],
    [10, 30],
    [11, 22],
    [17, 14],
    [40, 14],
  ])('a name of %i characters is set in %d points', (length, size) => {
    const name = '名'.repeat(length);
    expect(getSize(show({ real_name: name }).getByText(name))).toBe(size);
  });

  it('a longer statement is set smaller, step by step', () => {
    const sizes = [100, 120, 180, 250, 600].map((length) => {
      const statement = String(length).padEnd(length, '文');
      const { unmount } = render(
        <CertificateSheet certificate={certificate} text={{ ...text, statement }} />,
      );
      const size = getSize(screen.getByText(statement));
      unmount();
      return size;
    });
    expect(sizes).toEqual([14.5, 13, 11.5, 10, 9]);
  });

  it('figures get smaller the more of them share the line', () => {
    const createRows = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        name: `项${index}`,
        value: `二十四个字的内容${index}`,
      }));
    const measure = (count: number) => {
      const { unmount } = render(
        <CertificateSheet certificate={certificate} text={{ ...text, rows: createRows(count) }} />,
      );
      const size = getSize(screen.getAllByRole('definition')[0]!);
      unmount();
      return size;
    };
    expect([2, 6, 8].map(measure)).toEqual([14, 10.5, 8.5]);
  });
});
