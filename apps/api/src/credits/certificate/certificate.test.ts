import { request } from 'node:http';
import { CallError } from '@cme/commons/api-client';
import { wirePath } from '@cme/contract/base';
import {
  certificateApply,
  certificateDetail,
  certificateDownload,
  certificateEligibility,
  certificateList,
  certificateVerify,
} from '@cme/contract/credits';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { verifyFacts } from '../../../test/facts.ts';
import { type Learner, newCourse, newLearner } from '../../../test/learner.ts';
import { testSites } from '../../../test/sites.ts';
import { studied, watched } from '../../../test/study.ts';
import { addRecord } from '../credits/credits.store.ts';
import type { Site } from '../../platform/sites/site.store.ts';
import { verifyAddress } from './certificate.view.ts';
import { certificate } from './certificate.tables.ts';
import { hashSha256 } from './canonical.ts';
import { storeIssuers } from './certificate.store.ts';
import { refusal } from '../../../test/refusal.ts';
import { newCreditRule } from '../../../test/credit-rule.ts';

const api = await startApiForFile();
beforeAll(async () => {
  await newCreditRule(api);
  await storeIssuers(api.db, [
    { site_id: 'main', code: '0351', name: '省卫生健康委员会培训中心' },
    { site_id: 'hospital', code: '1001', name: '人民医院' },
  ]);
});
// The rate limit of the verification page counts per minute.
beforeEach(() => api.clock.pass(61_000));

const verified = (learner: Learner) =>
  api.db.execute(
    `update "user" set verify_status = 'verified' where user_id = '${learner.user_id}'`,
  );

/** Hours and credits of a whole year, entered by the centre. */
const fullYear = (learner: Learner, year = 2026) =>
  api.db.transaction(async (tx) => {
    const now = api.clock.now();
    const base = {
      site_id: 'main',
      user_id: learner.user_id,
      year,
      source_type: 'manual' as const,
      status: 'granted' as const,
      created_at: now,
      granted_at: now,
      kind: 'project',
    };
    await addRecord(tx, {
      ...base,
      subject_kind: 'public',
      hours: 30,
      credits: 10,
      source_id: `${year}/1`,
      title: '公需',
    });
    await addRecord(tx, {
      ...base,
      subject_kind: 'pro',
      hours: 60,
      credits: 20,
      source_id: `${year}/2`,
      title: '专业',
    });
  });

const get = (path: string) =>
  new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      request(`${api.url}${path}`, (reply) => {
        const parts: Buffer[] = [];
        reply
          .on('data', (part: Buffer) => parts.push(part))
          .on('end', () =>
            resolve({
              status: reply.statusCode ?? 0,
              headers: reply.headers,
              body: Buffer.concat(parts),
            }),
          );
      })
        .on('error', reject)
        .end();
    },
  );

describe('a course’s certificate', () => {
  it('is issued on completion with the facts of the course, and of the person those that are verified', async () => {
    const learner = await newLearner(api);
    await verifyFacts(api, learner, { series_code: '01' });
    await studied(
      api,
      learner,
      await newCourse(api, {
        title: '压疮护理',
        hours: 6,
        credits: 2,
        project_no: '2026-13-001',
        project_level: '国家',
        source_unit: '省人民医院',
      }),
    );
    const { list, years } = await api.send(certificateList, {}, learner);
    expect(years).toEqual([{ year: 2026, hours: 6, credits: 2, count: 1 }]);
    expect(list[0]).toMatchObject({
      kind: 'course_credit',
      kind_name: '项目学分证书',
      cert_status: 'issued',
      cert_status_name: '已发放',
      title: '压疮护理',
      hours: 6,
      credits: 2,
    });
    expect(list[0]?.cert_no).toMatch(/^2026-0351-P-\d{7}-\d$/);
    const detail = await api.send(certificateDetail, { cert_no: list[0]!.cert_no }, learner);
    expect(detail.text).toMatchObject({
      title: '继续医学教育学分证书',
      real_name: '李明',
      id_no: expect.stringMatching(/^110105\*{8}\d{4}$/),
      unit_name: '县医院',
      series_name: '卫生系列',
      level_name: '',
      issuer: '省卫生健康委员会培训中心',
      issued_on: '2026-06-15',
    });
    expect(detail.text.statement).toBe(
      '于2026年6月15日参加继续医学教育项目（远程教育）《压疮护理》〔项目编号：2026-13-001〕的学习，经考核合格，计6学时，特授予国家级继续医学教育学分2分。',
    );
    expect(detail.qr_svg).toMatch(/^<svg[^>]*>/);
    expect(detail.verify_url).toMatch(
      /^http:\/\/cme\.localhost:8080\/certificate\/verify\?token=[\w.-]+$/,
    );
    expect(detail.history).toMatchObject([{ status: 'issued', status_name: '已发放' }]);
  });

  it('is frozen: later changes do not affect it', async () => {
    const learner = await newLearner(api);
    await studied(api, learner, await newCourse(api));
    const [before] = await api.db
      .select()
      .from(certificate)
      .where(eq(certificate.user_id, learner.user_id));
    expect(hashSha256(before!.snapshot).toString('hex')).toBe(before!.sha256);
    const text = await api.send(certificateDetail, { cert_no: before!.cert_no }, learner);
    await api.db.execute(
      `update "user" set real_name = '李改名', unit_name = '新单位' where user_id = '${learner.user_id}'`,
    );
    expect(await api.send(certificateDetail, { cert_no: before!.cert_no }, learner)).toEqual(text);
  });

  it('waits for manual review when the fonts lack a character of the name', async () => {
    const learner = await newLearner(api);
    await api.db.execute(
      `update "user" set real_name = '李𠮷' where user_id = '${learner.user_id}'`,
    );
    const learning_id = await studied(api, learner, await newCourse(api));
    expect(await api.send(certificateApply, { learning_id }, learner)).toMatchObject({
      cert_status: 'pending',
      cert_status_name: '待审核',
      reason: '“𠮷”字需人工制证，中心核对后发放',
      issued_at: '',
    });
    const { list } = await api.send(certificateList, {}, learner);
    expect(
      await refusal(api.send(certificateDownload, { cert_no: list[0]!.cert_no }, learner)),
    ).toBe('cert_unmet');
  });

  it('is refused before completion, and to other people', async () => {
    const [learner, other] = [await newLearner(api), await newLearner(api)];
    const early = await watched(api, learner, await newCourse(api, { has_exam: 'Y' }));
    expect(await refusal(api.send(certificateApply, { learning_id: early }, learner))).toBe(
      'cert_unmet',
    );
    expect(await refusal(api.send(certificateApply, {}, learner))).toBe('bad_request');
    const learning_id = await studied(api, learner, await newCourse(api));
    const { cert_no } = await api.send(certificateApply, { learning_id }, learner);
    for (const call of [certificateDetail, certificateDownload])
      expect(await refusal(api.send(call, { cert_no }, other))).toBe('cert_not_found');
    expect(await refusal(api.send(certificateApply, { learning_id }, other))).toBe('not_found');
    expect((await api.send(certificateList, {}, other)).list).toEqual([]);
  });
});

describe('a year’s certificate', () => {
  it('requires granted hours and credits and a verified identity, and lists what is missing', async () => {
    const learner = await newLearner(api);
    expect(await api.send(certificateEligibility, {}, learner)).toMatchObject({
      year: 2026,
      annual: {
        can_apply: 'N',
        cert_no: '',
        checks: [
          { name: '总学时', met: 'N', note: '需90学时，已授予0学时，还差90学时' },
          {},
          {},
          { name: '学分' },
          { name: '实名认证', met: 'N' },
        ],
      },
    });
    expect(await refusal(api.send(certificateApply, { year: 2026 }, learner))).toBe('cert_unmet');
    await fullYear(learner);
    expect(await refusal(api.send(certificateApply, { year: 2026 }, learner))).toBe('cert_unmet');
    await verified(learner);
    expect((await api.send(certificateEligibility, {}, learner)).annual).toMatchObject({
      can_apply: 'Y',
    });
    const row = await api.send(certificateApply, { year: 2026 }, learner);
    expect(row).toMatchObject({
      kind: 'annual',
      year: 2026,
      hours: 90,
      credits: 30,
      title: '2026年度合格证书',
      cert_status: 'issued',
    });
    expect(await api.send(certificateApply, { year: 2026 }, learner)).toEqual(row);
    expect((await api.send(certificateEligibility, {}, learner)).annual).toMatchObject({
      can_apply: 'N',
      cert_no: row.cert_no,
    });
    expect(await refusal(api.send(certificateApply, { year: 2025 }, learner))).toBe('cert_unmet');
  });

  it('for public subjects is issued automatically once their hours are granted', async () => {
    const learner = await newLearner(api);
    await studied(
      api,
      learner,
      await newCourse(api, { subject_kind: 'public', hours: 20, credits: 6, title: '医学伦理' }),
    );
    const kinds = async () =>
      (await api.send(certificateList, {}, learner)).list.map(({ kind }) => kind);
    expect(await kinds()).toEqual(['course_credit']);
    await studied(
      api,
      learner,
      await newCourse(api, { subject_kind: 'public', hours: 10, credits: 3, title: '人工智能' }),
    );
    expect((await kinds()).toSorted()).toEqual(['course_credit', 'course_credit', 'public_need']);
  });
});

describe('the file', () => {
  it('is a PDF at a signed URL that expires', async () => {
    const learner = await newLearner(api);
    const learning_id = await studied(api, learner, await newCourse(api, { title: '压疮护理' }));
    const { cert_no } = await api.send(certificateApply, { learning_id }, learner);
    const { url, file_name } = await api.send(certificateDownload, { cert_no }, learner);
    expect(file_name).toBe(`压疮护理-${cert_no}.pdf`);
    const { status, headers, body } = await get(url);
    expect([
      status,
      headers['content-type'],
      headers['x-content-type-options'],
      headers['cache-control'],
    ]).toEqual([200, 'application/pdf', 'nosniff', 'private, no-store']);
    expect(headers['content-disposition']).toContain(
      `attachment; filename="${cert_no}.pdf"; filename*=UTF-8''${encodeURIComponent('压疮护理')}`,
    );
    expect(body.subarray(0, 5).toString()).toBe('%PDF-');
    // Both weights are embedded as subsets, not as ten megabytes each.
    expect(body.toString('latin1').match(/[A-Z]{6}\+NotoSansSC-(Regular|Bold)/g)).toBeTruthy();
    expect(body.length).toBeLessThan(300_000);
    expect((await get(url)).body.equals(body)).toBe(true);
    expect((await api.send(certificateDetail, { cert_no }, learner)).download_count).toBe(2);
    for (const wrong of [
      url.replace(cert_no, '2026-0351-P-0000001-9'),
      url.replace(/\.pdf$/, '.json'),
      url.replace(/\/\d{10}\./, '/9999999999.'),
      url.slice(0, -4),
    ])
      expect((await get(wrong)).status).not.toBe(200);
    api.clock.pass(300_000);
    expect((await get(url)).status).toBe(403);
  });

  it('is also available as an image with the same content and access rules', async () => {
    const learner = await newLearner(api);
    const learning_id = await studied(api, learner, await newCourse(api, { title: '压疮护理' }));
    const { cert_no } = await api.send(certificateApply, { learning_id }, learner);
    const fileRequest = { cert_no, format: 'png' } as const;
    expect(await refusal(api.send(certificateDownload, fileRequest, await newLearner(api)))).toBe(
      'cert_not_found',
    );
    const { url, file_name } = await api.send(certificateDownload, fileRequest, learner);
    expect(file_name).toBe(`压疮护理-${cert_no}.png`);
    const { status, headers, body } = await get(url);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/png',
      'private, no-store',
    ]);
    expect(await sharp(body).metadata()).toMatchObject({
      format: 'png',
      width: 1684,
      height: 1191,
    });
    // A drawn sheet has dark pixels in the title and light ones around it.
    const title = sharp(body).extract({ left: 500, top: 220, width: 700, height: 90 });
    const { channels } = await title.stats();
    expect(channels[0]!.min).toBeLessThan(60);
    expect(channels[0]!.max).toBeGreaterThan(240);
    expect((await get(url.replace('.png', '.pdf'))).status).toBe(403);
    expect((await api.send(certificateDetail, { cert_no }, learner)).download_count).toBe(0);
  });
});

describe('anyone', () => {
  const issued = async () => {
    const learner = await newLearner(api);
    const learning_id = await studied(api, learner, await newCourse(api));
    const { cert_no } = await api.send(certificateApply, { learning_id }, learner);
    const detail = await api.send(certificateDetail, { cert_no }, learner);
    return {
      cert_no,
      tail: detail.text.id_no.slice(-4),
      token: new URL(detail.verify_url).searchParams.get('token')!,
      detail,
    };
  };

  it('can verify by QR code, or by number and the last four characters of the ID number', async () => {
    const { cert_no, tail, token, detail } = await issued();
    const byToken = await api.send(certificateVerify, { token });
    expect(byToken).toMatchObject({
      certificate: { cert_no, cert_status: 'issued' },
      text: detail.text,
      sha256: detail.sha256,
      history: detail.history,
    });
    const byTail = await api.send(certificateVerify, {
      cert_no: cert_no.toLowerCase(),
      id_tail: tail,
    });
    expect(byTail).toEqual({
      ...byToken,
      text: { ...detail.text, real_name: '*明' },
      verified_at: expect.any(String),
    });
  });

  it('gets the same reply for a wrong and an unknown number', async () => {
    const { cert_no, tail, token } = await issued();
    const said = (body: Parameters<typeof api.send<typeof certificateVerify>>[1], host?: string) =>
      api.send(certificateVerify, body, host ? { host } : {}).then(
        () => 'found',
        (error: unknown) =>
          error instanceof CallError ? `${error.statusCode} ${error.code} ${error.message}` : error,
      );
    const answers = [
      await said({ cert_no, id_tail: tail === '0000' ? '1111' : '0000' }),
      await said({ cert_no }),
      await said({ cert_no: '2026-0351-P-9999999-3', id_tail: tail }),
      await said({ cert_no: 'x', id_tail: tail }),
      await said({}),
      await said({ token: `${token.slice(0, -2)}AA` }),
      await said({ token: 'x' }),
      await said({ token }, 'hospital.localhost'),
    ];
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^404 cert_not_found /);
  });

  it('can verify on the issuing site, even a closed one, and on the main site only', async () => {
    const nurse = await newLearner(api, 'hospital', 'hospital.localhost');
    const learning_id = await studied(api, nurse, await newCourse(api, { site: 'hospital' }));
    const { cert_no } = await api.send(certificateApply, { learning_id }, nurse);
    const { verify_url } = await api.send(certificateDetail, { cert_no }, nurse);
    expect(verify_url).toMatch(/^http:\/\/hospital\.localhost:8080\/certificate\/verify\?token=/);
    const token = new URL(verify_url).searchParams.get('token')!;
    const on = (host: string) => refusal(api.send(certificateVerify, { token }, { host }));
    expect([
      await on('hospital.localhost'),
      await on('cme.localhost'),
      await on('localhost'),
    ]).toEqual(['accepted', 'accepted', 'cert_not_found']);
  });

  it('can verify after the site’s service has ended', async () => {
    const nurse = await newLearner(api, 'hospital', 'hospital.localhost');
    const learning_id = await studied(api, nurse, await newCourse(api, { site: 'hospital' }));
    const { cert_no } = await api.send(certificateApply, { learning_id }, nurse);
    const { verify_url } = await api.send(certificateDetail, { cert_no }, nurse);
    const token = new URL(verify_url).searchParams.get('token')!;
    await api.db.execute(sql`update site set "isEndSite" = 'Y' where site_id = 'hospital'`);
    const verdict = await refusal(
      api.send(certificateVerify, { token }, { host: 'hospital.localhost' }),
    );
    await api.db.execute(sql`update site set "isEndSite" = 'N' where site_id = 'hospital'`);
    expect(verdict).toBe('accepted');
  });

  it('is redirected to the main site by a QR code of a site that is no longer served', () => {
    const row = { cert_no: '2026-0351-P-0001234-6', site_id: 'ended' };
    expect(verifyAddress(api.context, testSites as Site[], row)).toMatch(
      /^http:\/\/cme\.localhost:8080\//,
    );
    const served = [{ ...testSites[0]!, domain: 'cme.example.org' }] as Site[];
    expect(verifyAddress(api.context, served, row)).toMatch(
      /^https:\/\/cme\.example\.org\/certificate\/verify\?token=/,
    );
  });

  describe('costs a proof of work', () => {
    /** One query as it is: the price, or 0. */
    const fetchPrice = async (body: Record<string, string>, address: string) => {
      const response = await fetch(`${api.url}${wirePath(certificateVerify.path)}`, {
        method: 'POST',
        headers: { 'x-forwarded-for': address },
        body: new URLSearchParams({ ...body, full_domain_name: 'cme.localhost' }),
      });
      const { data } = (await response.json()) as { data?: { challenge?: { most: number } } };
      return data?.challenge?.most ?? 0;
    };
    const query = (body: object, address: string) =>
      refusal(api.send(certificateVerify, body, { headers: { 'x-forwarded-for': address } }));

    it('above ten queries of a network a minute, which its pages pay unseen', async () => {
      const { token } = await issued();
      for (let count = 0; count < 10; count += 1)
        expect(await fetchPrice({ token }, '10.30.0.1')).toBe(0);
      expect(await fetchPrice({ token }, '10.30.0.1')).toBe(5000);
      for (let count = 0; count < 15; count += 1)
        expect(await query({ token }, '10.30.0.1')).toBe('accepted');
      expect(await fetchPrice({ token }, '10.30.0.2')).toBe(0);
    });

    it('for who guesses at a number, and never blocks the number for others', async () => {
      const { cert_no, token, tail } = await issued();
      const wrong = { cert_no, id_tail: 'zzzz' };
      const right = { cert_no, id_tail: tail };
      for (let count = 0; count < 60; count += 1) {
        if (count % 9 === 8) api.clock.pass(61_000);
        expect(await query(wrong, '10.31.0.1')).toBe('cert_not_found');
      }
      api.clock.pass(61_000);
      expect(await fetchPrice(wrong, '10.31.0.1')).toBe(80_000);
      expect(await query(right, '10.31.0.2')).toBe('accepted');
      expect(await query(right, '10.31.0.1')).toBe('accepted');
      expect(await fetchPrice({ token }, '10.31.0.2')).toBe(0);
      expect(await fetchPrice(right, '10.31.0.3')).toBeLessThanOrEqual(10_000);
    });

    it('from any number of networks, and little for one who knows the answer', async () => {
      const { cert_no, tail } = await issued();
      for (let count = 0; count < 40; count += 1)
        expect(await query({ cert_no, id_tail: 'zzzz' }, `10.32.${count}.1`)).toBe(
          'cert_not_found',
        );
      expect(await fetchPrice({ cert_no, id_tail: 'zzzz' }, '10.32.99.1')).toBe(10_000);
      for (let count = 0; count < 5; count += 1)
        expect(await query({ cert_no, id_tail: tail }, '10.32.99.2')).toBe('accepted');
    });
  });
});

it('no reply and no log contains an unmasked number', async () => {
  expect(api.logged()).not.toMatch(/11010519491231\d{4}/);
  const rows = await api.db.select().from(certificate);
  expect(JSON.stringify(rows)).not.toMatch(/11010519491231/);
});
