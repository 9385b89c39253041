import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { detect } from './format.rules.ts';
import { officeOf } from './office.rules.ts';

const text = (words: string) => Buffer.from(words);
const types = (more = '') =>
  text(`<?xml version="1.0"?><Types><Override ContentType="application/xml"/>${more}</Types>`);
const word = { '[Content_Types].xml': types(), 'word/document.xml': text('<w:document/>') };
const zip = (files: Record<string, Uint8Array>) => Buffer.from(zipSync(files));
const macro = 'application/vnd.ms-word.document.macroEnabled.main+xml';

describe('an Office document is identified by its content', () => {
  it.each([
    ['docx', 'word/document.xml'],
    ['xlsx', 'xl/workbook.xml'],
    ['pptx', 'ppt/presentation.xml'],
  ])('%s', (format, main) => {
    const bytes = zip({ '[Content_Types].xml': types(), [main]: text('<x/>') });
    expect(detect(bytes)).toBe('office');
    expect(officeOf(bytes)).toEqual({ format });
  });
});

describe('rejected', () => {
  const bomb = () => zip({ ...word, 'word/media/a.bin': Buffer.alloc(50 * 1024 * 1024) });
  const many = () =>
    zip({
      ...word,
      ...Object.fromEntries(Array.from({ length: 5001 }, (_, index) => [`a/${index}`, text('x')])),
    });
  it.each([
    [
      'macros that its list of types names',
      () => zip({ ...word, '[Content_Types].xml': types(macro) }),
      /含有宏/,
    ],
    [
      'a macro under another name of types',
      () => zip({ ...word, 'word/vbaProject.bin': text('x') }),
      /含有宏/,
    ],
    ['a control', () => zip({ ...word, 'word/activeX/activeX1.bin': text('x') }), /含有宏/],
    [
      'a program inside',
      () => zip({ ...word, 'word/embeddings/oleObject1.bin': text('x') }),
      /含有宏/,
    ],
    [
      'two documents in one',
      () => zip({ ...word, 'xl/workbook.xml': text('<x/>') }),
      /不支持压缩包/,
    ],
    [
      'an archive of pages',
      () => zip({ 'index.html': text('<script>1</script>') }),
      /不支持压缩包/,
    ],
    [
      'a document without its list of types',
      () => zip({ 'word/document.xml': text('<x/>') }),
      /不支持压缩包/,
    ],
    ['a way out of its folder', () => zip({ ...word, '../../etc/passwd': text('x') }), /已损坏/],
    ['a bomb', bomb, /压缩内容异常/],
    ['more parts than a document has', many, /压缩内容异常/],
    ['one that breaks off', () => zip(word).subarray(0, 100), /已损坏/],
  ])('%s', (_, make, reason) => {
    expect(officeOf(make())).toEqual({ refused: expect.stringMatching(reason) as string });
  });

  it.each([
    ['a page', '<!doctype html><html><body><script>1</script></body></html>'],
    ['a page that Word would open', '<html xmlns:o="urn:schemas-microsoft-com:office:office">'],
    ['rich text', '{\\rtf1\\ansi}'],
    ['a document of before 2007', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ])('%s is no Office document, whatever its name', (_, bytes) => {
    expect(detect(Buffer.from(bytes, 'latin1'))).not.toBe('office');
  });
});
