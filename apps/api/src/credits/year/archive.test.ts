import { learnArchive } from '@cme/contract/study';
import { ulid } from 'ulid';
import { beforeAll, expect, it } from 'vitest';
import { type Learner, newLearner } from '../../../test/learner.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { addRecord } from '../credits/credits.store.ts';

const api = await startApiForFile({ now: '2026-06-15T02:00:00Z' });
let learner: Learner;
beforeAll(async () => {
  learner = await newLearner(api);
});

const grant = (title: string, year = 2026) =>
  addRecord(api.db, {
    site_id: 'main',
    user_id: learner.user_id,
    year,
    subject_kind: 'pro',
    kind: 'project',
    hours: 3,
    credits: 1,
    source_type: 'manual',
    source_id: ulid(),
    title,
    status: 'granted',
    created_at: api.clock.now(),
    granted_at: api.clock.now(),
  });

it('a year is printed as a PDF with its ledger on as many pages as needed', async () => {
  const pages = async () => {
    const { url } = await api.send(learnArchive, { year: 2026 }, learner);
    const reply = await fetch(api.url + url);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('application/pdf');
    expect(reply.headers.get('content-disposition')).toContain(encodeURIComponent('2026年度'));
    const text = Buffer.from(await reply.arrayBuffer()).toString('latin1');
    expect(text.startsWith('%PDF-1.7')).toBe(true);
    return Number(/\/Count (\d+)/.exec(text)?.[1]);
  };
  expect(await pages()).toBe(1);
  for (let index = 0; index < 40; index += 1) await grant(`手卫生与感染控制第${index + 1}期`);
  expect(await pages()).toBe(2);
}, 30_000);

it('its URL is for one’s own year and expires after minutes', async () => {
  const { url } = await api.send(learnArchive, { year: 2026 }, learner);
  expect((await fetch(api.url + url.replace('-2026', '-2025'))).status).toBe(403);
  const other = await newLearner(api);
  const foreign = url.replace(learner.user_id, other.user_id);
  expect((await fetch(api.url + foreign)).status).toBe(403);
  api.clock.pass(301_000);
  expect((await fetch(api.url + url)).status).toBe(403);
});
