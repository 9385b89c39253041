import { describe, expect, it } from 'vitest';
import { RegistPerson } from '../person/identity.ts';
import {
  birthOf,
  idNumberKey,
  type IdKind,
  isBirthDate,
  isIdOfKind,
  isNameOfKind,
  plainIdNumber,
} from './id-kinds.ts';
import { idNumberTail, maskIdNumber } from './rules.ts';
import { isUscc, usccWithCheck } from '../person/unit.ts';

describe('a document number', () => {
  it.each<[IdKind, string, boolean]>([
    ['ID', '11010519491231002X', true],
    ['ID', '110105194912310021', false],
    ['OF', '军字第1234567号', true],
    ['OF', '军字1234567', true],
    ['OF', '南字第1234号', true],
    ['OF', '字第12345678号', true],
    ['OF', '军字第123号', false],
    ['OF', '军字第123456789号', false],
    ['OF', '中国人民解放字第1234号', false],
    ['OF', '1234567', false],
    ['HM', 'H12345678', true],
    ['HM', 'M1234567801', true],
    ['HM', '12345678', true],
    ['HM', 'H1234567', false],
    ['HM', 'H123456789', false],
    ['HM', 'A12345678', false],
    ['PP', 'E12345678', true],
    ['PP', 'SE2026519', true],
    ['PP', 'AB12', false],
    ['PP', 'E1234-5678', true],
    ['PP', 'E1234/5678', false],
    ['PP', 'A12345678901234567', false],
    ['PP', '', false],
  ])('%s %s: %s', (kind, value, isGood) =>
    expect(isIdOfKind(kind, plainIdNumber(value))).toBe(isGood),
  );

  it('is normalised to capitals without spaces', () =>
    expect(plainIdNumber(' h123 45678 ')).toBe('H12345678'));

  it.each<[IdKind, string, string]>([
    ['OF', '军字第1234567号', '军字1234567'],
    ['HM', 'H1234567801', 'H1234567802'],
  ])('identifies one document in any spelling: %s %s and %s', (kind, first, second) =>
    expect(idNumberKey(kind, first)).toBe(idNumberKey(kind, second)),
  );

  it.each([
    ['11010519491231002X', '110105********002X', '002X'],
    ['军字第1234567号', '军字第****67号', '4567'],
    ['军字1234', '军字****34', '1234'],
    ['H12345678', 'H****678', '5678'],
    ['H1234567801', 'H****801', '7801'],
    ['12345678', '1****78', '5678'],
    ['AB123', 'A****3', 'B123'],
    ['SE2026519', 'S****519', '6519'],
  ])('%s is masked as %s and verified by %s', (value, masked, tail) => {
    expect(maskIdNumber(value)).toBe(masked);
    expect(idNumberTail(value)).toBe(tail);
  });
});

describe('a name', () => {
  it.each<[IdKind, string, boolean]>([
    ['ID', '李新人', true],
    ['ID', 'Li Xin', false],
    ['OF', '李新人', true],
    ['HM', 'Wong', true],
    ['OF', 'Wong', false],
    ['PP', 'Maria Lindqvist', true],
    ['PP', "Anne-Marie O'Neill", true],
    ['PP', '李新人', true],
    ['PP', 'M', false],
    ['PP', 'Maria  Lindqvist', false],
    ['PP', 'Maria2', false],
    ['PP', 'Maria 李', false],
  ])('on %s: %s: %s', (kind, name, isGood) => expect(isNameOfKind(kind, name)).toBe(isGood));
});

describe('a birth date', () => {
  const today = new Date('2026-11-20T00:00:00Z');
  it.each([
    ['1988-11-02', true],
    ['2010-11-20', true],
    ['2010-11-21', false],
    ['1990-02-30', false],
    ['1990-2-3', false],
    ['', false],
  ])('%s: %s', (value, isGood) => expect(isBirthDate(value, today)).toBe(isGood));

  it('and gender are derived from an identity number, and required for other documents', () => {
    expect(birthOf({ id_type: 'ID', id_no: '11010519491231002X', gender: 'M' })).toEqual({
      gender: 'F',
      birth_date: '1949-12-31',
    });
    expect(
      birthOf({ id_type: 'PP', id_no: 'E12345678', gender: 'M', birth_date: '1988-11-02' }),
    ).toEqual({ gender: 'M', birth_date: '1988-11-02' });
  });
});

describe('registration', () => {
  const findFaults = (given: object) =>
    Object.fromEntries(
      RegistPerson.safeParse(given).error?.issues.map(({ path, message }) => [path[0], message]) ??
        [],
    );

  it.each<[object, Record<string, string>]>([
    [{ id_type: 'ID', id_no: 'H12345678' }, { id_no: '身份证号码不正确' }],
    [
      { id_type: 'HM', id_no: '11010519491231002X' },
      { id_no: '证件号码不正确，请重新输入！', gender: '请选择性别' },
    ],
    [{ id_type: 'PP', id_no: 'E12345678', real_name: '' }, { real_name: '请输入真实姓名' }],
    [{ id_type: 'ID', id_no: '' }, { id_no: '请输入证件号码' }],
    [
      { id_type: 'OF', id_no: ' ' },
      { id_no: '请输入证件号码', birth_date: '请选择出生日期' },
    ],
    [{ id_type: 'XX', id_no: 'E12345678' }, { id_type: '请选择证件类型' }],
  ])('reports what is wrong with %o by field, whatever else is missing', (given, expected) =>
    expect(findFaults({ real_name: '李新人', gender: '', ...given })).toMatchObject(expected),
  );
});

describe('a unit code', () => {
  it.each([
    ['91350100M000100Y43', true],
    ['91350100M000100Y44', false],
    ['91350100M000100O43', false],
    ['9135010OM000100Y43', false],
    ['', false],
  ])('%s: %s', (value, isGood) => expect(isUscc(value)).toBe(isGood));
  it('gets its check character', () =>
    expect(usccWithCheck('91350100M000100Y4')).toBe('91350100M000100Y43'));
});
