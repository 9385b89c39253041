import { AreaPages } from '@cme/contract/site/pages';
import { describe, expect, it } from 'vitest';
import { readTarget } from './page-target.ts';

const createPage = (path: string, query: object = {}) => ({
  path,
  access: 'open',
  chunks: ['a'],
  query,
});
const declared = AreaPages.parse({
  calling: [],
  pages: [
    createPage('/', {}),
    createPage('/list', {
      kind: { kind: 'one_of', values: ['N', 'B'] },
      page: { kind: 'page_number' },
      year: { kind: 'pattern', pattern: '20\\d\\d' },
      keyword: { kind: 'text', most: 5 },
      topic: { kind: 'text', most: 5, cut: true },
    }),
    createPage('/mine', { page: { kind: 'another_page' }, show: { kind: 'present' } }),
    createPage('/item/:id/detail'),
    createPage('*'),
  ],
});
const readAddress = (address: string) => {
  const { path, query, isShell } = readTarget(address, declared);
  return { path, query: decodeURIComponent(query), isShell };
};

describe('the address of a page', () => {
  it.each([
    ['one of its values', '/list?kind=B', '?kind=B'],
    ['no other value', '/list?kind=X', ''],
    ['a parameter it does not read', '/list?utm_source=mail&kind=N', '?kind=N'],
    ['its parameters in one order', '/list?page=2&kind=N', '?kind=N&page=2'],
    ['a value that matches as a whole', '/list?year=2026', '?year=2026'],
    ['a value that matches in part', '/list?year=x2026', ''],
    ['the first page of a list', '/list?page=1', ''],
    ['what is no page of a list', '/list?page=-3', ''],
    ['trimmed text', '/list?keyword=+abc++', '?keyword=abc'],
    ['text that is too long', '/list?keyword=abcdef', ''],
    ['text that is cut', '/list?topic=abcdefgh', '?topic=abcde'],
    ['whether it is another page', '/mine?page=7', '?page=2'],
    ['the presence of a parameter', '/mine?show=anything', '?show=1'],
    ['no query at a page that reads none', '/item/1/detail?page=2', ''],
    ['no query at an unknown address', '/elsewhere?page=2', ''],
    ['a closing slash', '/list/?page=2', '?page=2'],
  ])('holds %s', (_, address, query) => expect(readAddress(address).query).toBe(query));

  it('far into a list is that of one shell, which is not rendered', () => {
    expect(readAddress('/list?page=50')).toMatchObject({ isShell: false, query: '?page=50' });
    expect(readAddress('/list?page=51&kind=N')).toEqual({
      path: '/list',
      query: '',
      isShell: true,
    });
  });

  it('names its page, with the parts of its path', () => {
    const { page, parts } = readTarget('/item/C%201/detail', declared);
    expect([page?.path, parts]).toEqual(['/item/:id/detail', { id: 'C%201' }]);
    expect(readTarget('/nowhere', declared).page?.path).toBe('*');
  });

  it('of a release that declares no pages is rendered without a query only', () => {
    const read = (address: string) => readTarget(address, undefined);
    expect(read('/list')).toMatchObject({ query: '', isShell: false });
    expect(read('/list?page=2')).toMatchObject({ query: '', isShell: true });
  });
});
