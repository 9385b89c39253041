import { deflateSync } from 'node:zlib';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pdfPacked, pdfWith, streamObject } from '../../../../test/sample-files.ts';
import { pdfFault } from './pdf.rules.ts';

const script = '<< /S /JavaScript /JS (x) >>';
const hex = (content: Buffer) => Buffer.from(`${content.toString('hex')}>`);
const encode85 = (content: Buffer) => {
  const padded = Buffer.concat([content, Buffer.alloc((4 - (content.length % 4)) % 4, 0x20)]);
  let text = '';
  for (let index = 0; index < padded.length; index += 4) {
    let value = padded.readUInt32BE(index);
    const digits = Array.from({ length: 5 }, () => {
      const digit = String.fromCharCode(0x21 + (value % 85));
      value = Math.floor(value / 85);
      return digit;
    });
    text += digits.reverse().join('');
  }
  return Buffer.from(`${text}~>`);
};
const link = (action: string) =>
  pdfWith(`4 0 obj\n<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A ${action} >>\nendobj`);
const withoutTable = (bytes: Buffer) =>
  Buffer.from(bytes.toString('latin1').replace(/startxref\n\d+/, 'startxref\n0'), 'latin1');
const packedBy = (filter: string, encode: (content: Buffer) => Buffer) => () =>
  pdfPacked({ filter, encode, inside: script });

describe('a script in packed objects is found under every filter', () => {
  it.each([
    ['Flate', packedBy('/FlateDecode', deflateSync)],
    ['ASCIIHex', packedBy('/ASCIIHexDecode', hex)],
    ['ASCII85', packedBy('/ASCII85Decode', encode85)],
    [
      'ASCIIHex of Flate',
      packedBy('[/ASCIIHexDecode /FlateDecode]', (content) => hex(deflateSync(content))),
    ],
    [
      'ASCII85 of ASCIIHex',
      packedBy('[/ASCII85Decode /ASCIIHexDecode]', (content) => encode85(hex(content))),
    ],
    ['Flate of Flate', packedBy('[/Fl /Fl]', (content) => deflateSync(deflateSync(content)))],
    ['an escaped name', packedBy('/ASCIIH#65xDecode', hex)],
    [
      'a comment before the stream',
      () =>
        pdfPacked({
          filter: '/FlateDecode',
          encode: deflateSync,
          inside: script,
          before: ' % >> comment\nstream\n',
        }),
    ],
    [
      'white space before the stream',
      () =>
        pdfPacked({
          filter: '/ASCIIHexDecode',
          encode: hex,
          inside: script,
          before: '\n\n \t\0stream\r\n',
        }),
    ],
  ])('%s', async (_, make) => {
    expect(await pdfFault(make())).toMatch(/脚本或自动操作/);
  });
});

describe('what does more than show pages is refused', () => {
  it.each([
    ['another file', link('<< /S /GoToR /F (other.pdf) /D [0 /Fit] >>'), /脚本或自动操作/],
    ['a link that is a script', link('<< /S /URI /URI (java\\nscript:alert\\(1\\)) >>'), /脚本/],
    [
      'a link as hex that is a script',
      link('<< /S /URI /URI <6a61766173637269707 43a78> >>'),
      /脚本/,
    ],
    ['a link to a file', link('<< /S /URI /URI (file:///etc/passwd) >>'), /脚本/],
    ['a link to a share', link('<< /S /URI /URI (\\\\\\\\evil\\\\share) >>'), /脚本/],
    ['an action that nobody knows', link('<< /S /Whatever >>'), /脚本/],
    [
      'a second action',
      link('<< /S /GoTo /D [3 0 R /Fit] /Next [<< /S /Hide /T (x) >>] >>'),
      /脚本/,
    ],
    ['a command of the menu', link('<< /S /Named /N /Print >>'), /脚本/],
    [
      'an indirect kind of action',
      pdfWith('4 0 obj\n<< /S 6 0 R >>\nendobj\n6 0 obj\n/Thread\nendobj', '/OpenAction 4 0 R'),
      /脚本/,
    ],
    ['a form with its own program', pdfWith('', '/AcroForm << /X#46A (x) >>'), /脚本/],
    [
      'an attachment on a page',
      pdfWith('4 0 obj\n<< /Type /Annot /Subtype /File#41ttachment >>\nendobj'),
      /附件/,
    ],
    [
      'a stream from another file',
      pdfWith('5 0 obj\n<< /F (evil) /Length 0 >>\nstream\n\nendstream\nendobj'),
      /附件/,
    ],
    ['a collection', pdfWith('', '/Collection << /View /D >>'), /附件/],
    [
      'an unknown filter',
      pdfWith('5 0 obj\n<< /Filter /SecretDecode /Length 1 >>\nstream\nx\nendstream\nendobj'),
      /不规范/,
    ],
    [
      'an object stream that its table does not name',
      pdfWith(`% ${streamObject('/Type /Obj#53tm /N 0 /First 0', Buffer.from(''))}`),
      /不规范/,
    ],
    [
      'a hidden script without a table of objects',
      withoutTable(pdfWith('4 0 obj\n<< /S /GoToR /F (x) >>\nendobj', '/OpenAction 4 0 R')),
      /脚本/,
    ],
    [
      'an object twice without a table of objects',
      withoutTable(pdfWith('4 0 obj\n<< >>\nendobj\n4 0 obj\n<< /Type /Page >>\nendobj')),
      /不规范/,
    ],
    [
      'packed objects without a table of objects',
      withoutTable(pdfPacked({ filter: '/FlateDecode', encode: deflateSync, inside: '<< >>' })),
      /不规范/,
    ],
    [
      'a bomb under two filters',
      pdfWith(
        (() => {
          const bytes = hex(deflateSync(Buffer.alloc(200 * 1024 * 1024)));
          return `5 0 obj\n<< /Filter [/AHx /Fl] /Length ${bytes.length} >>\nstream\n${bytes.toString('latin1')}\nendstream\nendobj`;
        })(),
      ),
      /压缩内容异常/,
    ],
  ])('%s', async (_, bytes, reason) => {
    expect(await pdfFault(bytes)).toMatch(reason);
  });
});

describe('what only shows pages is accepted', () => {
  it.each([
    ['one page without a table of objects', withoutTable(pdfWith(''))],
    ['a web link', link('<< /S /URI /URI (https://example.com/a?b=c:d) >>')],
    ['a mail link', link('<< /S /URI /URI (mailto:a@example.com) >>')],
    ['a link within the document', link('<< /S /GoTo /D [3 0 R /Fit] >>')],
    [
      'packed objects under ASCII85',
      pdfPacked({
        filter: '/ASCII85Decode',
        encode: encode85,
        inside: '<< /S /GoTo /D [3 0 R /Fit] >>',
      }),
    ],
  ])('%s', async (_, bytes) => {
    expect(await pdfFault(bytes)).toBeUndefined();
  });

  const media = new URL('../../../../media/', import.meta.url);
  it.each(
    readdirSync(media, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.pdf'),
    ),
  )('%s', async (name) => {
    expect(await pdfFault(readFileSync(new URL(name, media)))).toBeUndefined();
  });
});
