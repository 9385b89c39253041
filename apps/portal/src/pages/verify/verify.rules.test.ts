import { certCheckDigit, plainCertNo } from '@cme/contract/credits';
import { describe, expect, it } from 'vitest';
import { findErrors } from './verify.rules.ts';

const body = '2026-0351-P-0001234';
const good = `${body}-${certCheckDigit(body)}`;
const wrong = `${body}-${(Number(certCheckDigit(body)) + 1) % 10}`;

describe('errorsOf', () => {
  it.each([
    ['', '002X', { cert_no: '请输入证书编号' }],
    ['   ', '002X', { cert_no: '请输入证书编号' }],
    [wrong, '002X', { cert_no: '证书编号不正确，请对照证书核对' }],
    [`${good}1`, '002X', { cert_no: '证书编号不正确，请对照证书核对' }],
    [good, '', { id_tail: '请输入身份证号后四位' }],
    [good, '02X', { id_tail: '请输入四位字符' }],
    [good, '   2', { id_tail: '请输入四位字符' }],
    ['', '', { cert_no: '请输入证书编号', id_tail: '请输入身份证号后四位' }],
    [good, '002x', {}],
    [good, ' 1234 ', {}],
    [good.toLowerCase().replaceAll('-', ''), '1234', {}],
    [good.replaceAll('-', '—'), '1234', {}],
  ])('“%s” with “%s”: %o', (certNo, idTail, said) =>
    expect(findErrors({ cert_no: certNo, id_tail: idTail })).toEqual(said),
  );
});

it.each(['', 'abc', '2026', good, wrong])('normalizing “%s” twice changes nothing', (typed) =>
  expect(plainCertNo(plainCertNo(typed))).toBe(plainCertNo(typed)),
);
