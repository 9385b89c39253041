import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  certificateApply,
  certificateDownload,
  certificateEligibility,
  certificateList,
  creditsList,
} from '@cme/contract/credits';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { type Learner, newCourse, newLearner } from '../../../test/learner.ts';
import { readSheet } from '../../../test/read-sheet.ts';
import { studied } from '../../../test/study.ts';
import { certIssuer } from '../../credits/certificate/certificate.tables.ts';
import { starterLayout } from '../../credits/certificate/layout.rules.ts';
import { site as siteTable } from '../../platform/sites/site.tables.ts';
import { certificate } from './certificate.ts';

const api = await startApiForFile();
const folder = mkdtempSync(join(tmpdir(), 'cme-certificates-'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => api.clock.pass(61_000));

const officer = { user_id: 'officer', name: '制证', roles: ['certificate_officer'] };
const run = (action: string, ...args: string[]) =>
  certificate[action]!.run(api.context, args, officer);
let files = 0;
const newPath = (ending: string) => join(folder, `${(files += 1)}${ending}`);

describe('a site without an issuer', () => {
  it('keeps the credits, tells learner and staff what lacks, and issues once it is set', async () => {
    await api.db.delete(certIssuer).where(eq(certIssuer.site_id, 'main'));
    await api.db
      .update(siteTable)
      .set({ service_phone: '0351-12320' })
      .where(eq(siteTable.site_id, 'main'));
    const learner = await newLearner(api);
    const learning_id = await studied(api, learner, await newCourse(api));
    expect((await api.send(creditsList, {}, learner)).list).toHaveLength(1);
    expect((await api.send(certificateList, {}, learner)).list).toEqual([]);
    await expect(api.send(certificateApply, { learning_id }, learner)).rejects.toMatchObject({
      code: 'cert_unmet',
      message: expect.stringMatching(/发证单位尚未配置.*电话0351-12320/),
    });
    expect((await api.send(certificateEligibility, {}, learner)).annual).toMatchObject({
      can_apply: 'N',
      checks: expect.arrayContaining([
        { name: '发证单位', met: 'N', note: expect.stringContaining('尚未配置') },
      ]),
    });
    expect(await run('issuer', 'main')).toContain('尚未配置');
    expect(await run('lacking', 'main')).toMatch(/缺：发证单位.*1项已授学分还没有证书/);
    await expect(run('issuer', 'main', '0000', '培训中心')).rejects.toThrow('不能是0000');
    await run('issuer', 'main', '0351', '省卫生健康委员会培训中心');
    expect(await run('lacking', 'main')).toContain('齐备');
    const issued = await api.send(certificateApply, { learning_id }, learner);
    expect(issued.cert_no).toMatch(/^2026-0351-P-0000001-/);
    expect(await api.send(certificateApply, { learning_id }, learner)).toEqual(issued);
  });

  it('refuses staff in one line', async () => {
    const learner = await newLearner(api);
    const learning_id = await studied(api, learner, await newCourse(api));
    const { cert_no } = await api.send(certificateApply, { learning_id }, learner);
    await api.db.delete(certIssuer).where(eq(certIssuer.site_id, 'main'));
    await expect(run('replace', cert_no, '姓名更正')).rejects.toThrow('certificate issuer');
    await run('issuer', 'main', '0351', '省卫生健康委员会培训中心');
    expect(await run('replace', cert_no, '姓名更正')).toContain('已换发为');
  });
});

/** A folder with a layout and pictures, as staff make it. */
async function newTemplate(change: (layout: typeof starterLayout) => object, pictures: string[]) {
  const path = newPath('');
  mkdirSync(path);
  writeFileSync(
    join(path, 'layout.json'),
    JSON.stringify({ ...starterLayout, ...change(starterLayout) }),
  );
  for (const name of pictures)
    writeFileSync(
      join(path, `${name}.png`),
      await sharp({ create: { width: 300, height: 300, channels: 4, background: '#c0161cb0' } })
        .withMetadata({ exif: { IFD0: { Copyright: 'hidden' } } })
        .png()
        .toBuffer(),
    );
  return path;
}

async function certified(site: string, host: string) {
  const learner = await newLearner(api, site, host);
  const course = await newCourse(api, { site });
  const learning_id = await studied(api, learner, course);
  const { cert_no } = await api.send(certificateApply, { learning_id }, learner);
  return { learner, cert_no };
}
async function download({ learner, cert_no }: { learner: Learner; cert_no: string }) {
  const { url } = await api.send(certificateDownload, { cert_no, format: 'pdf' }, learner);
  const answered = await fetch(new URL(url, api.url));
  return Buffer.from(await answered.arrayBuffer());
}

describe('templates', () => {
  it('belong to their site: two sites print texts and pictures at their own places', async () => {
    await run(
      'template',
      'add',
      'main',
      await newTemplate(
        () => ({ seal: { x: 640, y: 420, width: 100 }, signature: { x: 520, y: 430, width: 80 } }),
        ['seal', 'signature'],
      ),
    );
    await run(
      'template',
      'add',
      'hospital.localhost',
      await newTemplate(
        ({ texts }) => ({
          paper: 'portrait',
          texts: texts.map((text) =>
            text.text === '{real_name}'
              ? { ...text, x: 60, y: 300, width: 300, align: 'left' }
              : text,
          ),
          seal: { x: 380, y: 640, width: 120 },
          qr: { x: 60, y: 700, size: 80 },
        }),
        ['background', 'seal'],
      ),
    );
    const main = await readSheet(await download(await certified('main', 'cme.localhost')));
    const hospital = await readSheet(
      await download(await certified('hospital', 'hospital.localhost')),
    );
    expect(main.pictures).toEqual([
      { x: 520, y: 430, width: 80 },
      { x: 640, y: 420, width: 100 },
    ]);
    expect(hospital.pictures).toMatchObject([
      { x: 0, y: expect.closeTo(0, 1), width: expect.closeTo(595.28, 1) },
      { x: 380, y: expect.closeTo(640, 1), width: 120 },
    ]);
    const nameOn = ({ texts }: typeof main) => texts.find(({ text }) => text === '李明');
    const middle = nameOn(main)!;
    expect(middle.x + middle.width / 2).toBeCloseTo(421, 0);
    expect(middle.size).toBe(30);
    expect(nameOn(hospital)).toMatchObject({ x: 60 });
    expect(nameOn(hospital)!.y).toBeGreaterThan(300);
    expect(main.texts.map(({ text }) => text).join('')).toContain('经考核合格');
  });

  it('change new certificates only: an issued one is printed with its own version', async () => {
    const before = await certified('main', 'cme.localhost');
    const path = await newTemplate(() => ({ seal: { x: 100, y: 100, width: 50 } }), ['seal']);
    await run('template', 'add', 'main', path);
    const after = await certified('main', 'cme.localhost');
    expect((await readSheet(await download(before))).pictures).toEqual([
      { x: 520, y: 430, width: 80 },
      { x: 640, y: 420, width: 100 },
    ]);
    expect((await readSheet(await download(after))).pictures).toEqual([
      { x: 100, y: 100, width: 50 },
    ]);
    await run('template', 'add', 'main', path, '2027-01-01');
    expect(await run('template', 'list', 'main')).toMatch(/2027-01-01 00:00:00起.*\n现用第3版/);
  });

  it('are previewed before and after they are added', async () => {
    const own = await newTemplate(() => ({ seal: { x: 10, y: 20, width: 30 } }), ['seal']);
    const [built, tried] = [newPath('.pdf'), newPath('.pdf')];
    await run('template', 'preview', 'test', built);
    await run('template', 'preview', 'test', tried, own);
    const texts = (await readSheet(readFileSync(built))).texts
      .map(({ text }) => text)
      .join('')
      .replaceAll(' ', '');
    expect(texts).toContain('样张');
    expect((await readSheet(readFileSync(tried))).pictures).toEqual([{ x: 10, y: 20, width: 30 }]);
    const starter = newPath('');
    await run('template', 'starter', starter);
    expect(JSON.parse(readFileSync(join(starter, 'layout.json'), 'utf8'))).toEqual(starterLayout);
  });

  it.each([
    ['a missing field', () => ({ texts: [] }), '布局有误：texts'],
    [
      'an unknown field',
      ({ texts }: typeof starterLayout) => ({
        texts: [...texts, { ...texts[0], text: '{mobile}' }],
      }),
      '没有字段 {mobile}',
    ],
    [
      'no name',
      ({ texts }: typeof starterLayout) => ({
        texts: texts.filter(({ text }) => text !== '{real_name}'),
      }),
      '布局缺少字段 {real_name}',
    ],
    ['a seal beside the sheet', () => ({ seal: { x: 9000, y: 1, width: 9 } }), '布局有误：seal.x'],
    [
      'a character that cannot be printed',
      ({ texts }: typeof starterLayout) => ({ texts: [...texts, { ...texts[0], text: '𠮷' }] }),
      '字体缺少“𠮷”',
    ],
  ])('with %s are refused', async (_, change, says) => {
    await expect(run('template', 'add', 'main', await newTemplate(change, []))).rejects.toThrow(
      says,
    );
  });

  it('with something else than a picture are refused, and hidden data of pictures are removed', async () => {
    const path = await newTemplate(() => ({}), ['seal']);
    expect(readFileSync(join(path, 'seal.png')).includes('hidden')).toBe(true);
    await run('template', 'add', 'test', path);
    const { rows } = await api.db.execute<{ seal: string }>(
      `select seal from cert_template where site_id = 'test'`,
    );
    expect(Buffer.from(rows[0]!.seal, 'base64').includes('hidden')).toBe(false);
    writeFileSync(join(path, 'signature.png'), '<svg/>');
    await expect(run('template', 'add', 'test', path)).rejects.toThrow('signature：只支持');
  });
});
