import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { openClient } from '@cme/commons/api-client';
import { fetchAs } from '@cme/commons/api-client/node';
import { homeworkGrade, homeworkWaiting } from '@cme/contract/study';
import { courseId } from '@cme/sample/ids';
import { eventId } from '@cme/sample/events';
import { requireFfmpeg } from '../../../tools/programs/ffmpeg.ts';
import { makeLecture, streamArguments } from '../../../tools/ingest/stream.ts';
import { createAccount, type Person } from '../../support/account.ts';
import { expect, recordComplaints, test } from '../../support/journey.ts';
import { signIn, tokenOf } from '../../support/people.ts';
import { fillStaffSignIn } from '../../support/staff.ts';
import { direct, origins } from '../../support/origins.ts';
import { createVerified } from '../../support/verified.ts';
import { startVideo, readVideoSecond } from '../../support/video.ts';

// While a stream begins and ends its list is not there for a moment.
test.use({ allowed: /\/qm\/live\// });

// A real stream runs in parallel, so pages may be slow.
const patient = expect.configure({ timeout: 60_000 });
const lesson = '学员见面会：怎样学完线上必修课';
const course = courseId('main', 'family-doctor');
const lecture = eventId('main', 'live-first-aid-day');

test('a village doctor completes a year: a class, a course, a lecture, credits and certificates', async ({
  page,
  browser,
  complaints,
}, { outputDir }) => {
  test.setTimeout(420_000);
  const person = await createVerified({ level: 'D', series_code: '02' });
  const room = await browser.newContext();
  recordComplaints(room, complaints);
  const teacher = await room.newPage();
  await teacher.goto(`${origins.main}/login`);
  await fillStaffSignIn(teacher);
  await teacher.waitForURL(({ pathname }) => pathname !== '/login');

  for (const one of [page, teacher]) one.setDefaultTimeout(60_000);
  await signIn(page, person.mobile);
  await applyForClass(page);
  await signInAtLesson(page, teacher);
  await studyCourse(page);
  await gradeHomework(teacher, person);
  await followLecture(page, teacher, outputDir);
  await readMessages(page);
  await takeArchive(page, origins.user);
  await room.close();
});

async function applyForClass(page: Page): Promise<void> {
  await page.goto(`${origins.main}/xcys`);
  const session = page.getByRole('article', { name: '第3期' });
  await session.getByRole('button', { name: /^报名/ }).click();
  const dialog = page.getByRole('dialog', { name: '确认报名' });
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: '提交报名' }).click();
  await patient(page.getByText('报名成功，课程已开通')).toBeVisible();
}

/** The teacher displays the code of a lesson, the learner enters it. */
async function signInAtLesson(page: Page, teacher: Page): Promise<void> {
  await teacher.goto(`${origins.user}/user/trainingclass`);
  await teacher.getByRole('link', { name: /^打开签到屏：.*乡村医生.*第3期/ }).click();
  const shown = teacher.getByRole('region', { name: '签到码' });
  await patient(shown.getByText(/^\d{6}$/)).toBeVisible();

  await page.goto(`${origins.user}/user/trainingclass`);
  await page.getByRole('button', { name: '签到', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^签到：/ });
  await patient(dialog.getByRole('img', { name: '我的签到二维码' })).toBeVisible();
  await dialog
    .getByLabel('签到码', { exact: true })
    .fill(await shown.getByText(/^\d{6}$/).innerText());
  await dialog.getByRole('button', { name: '签到', exact: true }).click();
  await patient(page.getByText(new RegExp(`^${lesson}：(已签到|迟到)`))).toBeVisible();
  await patient(teacher.getByText('苏晚晴').first()).toBeVisible();
  await patient(dialog.getByText(/^已签到 \d+%，合格需要 80%$/)).toBeVisible();
}

/** Takes notes next to the video and submits homework. */
async function studyCourse(page: Page): Promise<void> {
  await page.goto(`${origins.main}/item/course/${course}/detail`);
  await page.getByRole('button', { name: '立即学习' }).click();
  await page.waitForURL(({ origin }) => origin === origins.player);
  await startVideo(page);
  await page.getByRole('tab', { name: '笔记' }).click();
  await page.getByLabel('记笔记').fill('先签重点人群：慢性病、孕产妇、老人');
  await page.getByRole('button', { name: '保存笔记' }).click();
  const notes = page.getByRole('list', { name: '笔记列表' });
  await patient(notes.getByText('先签重点人群：慢性病、孕产妇、老人')).toBeVisible();
  await page.getByRole('tab', { name: '作业' }).click();
  await page.getByLabel('作业内容').fill('首次上门先看药盒、测血压，约定每月随访一次。');
  await page.getByRole('button', { name: '提交作业' }).click();
  await patient(page.getByText('已提交，请等待老师批改')).toBeVisible();
}

/** By API, as there is no console yet. */
async function gradeHomework(teacher: Page, { name }: Person): Promise<void> {
  const { send } = openClient({
    apiBase: direct.address,
    fullDomainName: 'cme.localhost',
    fetch: fetchAs(direct.hostOf(origins.main)),
  });
  await teacher.goto(origins.main);
  const token = (await tokenOf(teacher)) ?? '';
  const { list } = await send(homeworkWaiting, { page: 1, page_size: 100 }, { token });
  const submission = list.findLast(
    ({ real_name, text }) => real_name === name && text.includes('药盒'),
  );
  if (!submission) throw new Error('the homework does not wait for its teacher');
  const { submit_id, revision } = submission;
  const mark = { submit_id, revision, score: 92, comment: '随访安排清楚。' };
  await send(homeworkGrade, mark, { token });
}

/** Watches a live lecture on a real stream, posts in its chat, and watches its replay. */
async function followLecture(page: Page, teacher: Page, folder: string): Promise<void> {
  await teacher.goto(`${origins.player}/player/${lecture}/live`);
  await teacher.getByRole('button', { name: '查看推流密钥' }).click();
  const [server, key] = await Promise.all(
    ['推流地址', '推流密钥'].map((name) =>
      teacher.locator(`dt:text-is("${name}") + dd`).innerText(),
    ),
  );
  mkdirSync(folder, { recursive: true });
  const file = makeLecture(requireFfmpeg(), folder);
  const stream = spawn(requireFfmpeg(), streamArguments(file, `${server}/${key}`), {
    stdio: 'ignore',
  });
  try {
    await page.goto(`${origins.main}/item/live/${lecture}/detail`);
    await page.getByRole('button', { name: '进入直播' }).click();
    await page.waitForURL(/\/live$/);
    await page.getByRole('button', { name: '进入直播' }).click({ timeout: 60_000 });
    const secondBefore = await readVideoSecond(page);
    await expect
      .poll(() => readVideoSecond(page), { timeout: 60_000 })
      .toBeGreaterThan(secondBefore + 3);
    await page.getByLabel('发言').fill('声音很清楚');
    await page.getByRole('button', { name: '发送' }).click();
    await patient(teacher.getByText('声音很清楚')).toBeVisible();
    await patient(page.getByText(/已计入学习 (0:[1-5]\d|[1-9]\d*:\d\d)/)).toBeVisible({
      timeout: 90_000,
    });
    await teacher.getByRole('button', { name: '结束直播' }).click();
    await teacher.getByRole('button', { name: '确认结束' }).click();
    await page.getByRole('link', { name: '观看回放' }).click({ timeout: 120_000 });
  } finally {
    stream.kill('SIGKILL');
  }
  await page.waitForURL(/\/playback/);
  await startVideo(page);
}

/** Messages about all this have arrived, and reading them shows on all domains. */
async function readMessages(page: Page): Promise<void> {
  const otherTab = await page.context().newPage();
  await otherTab.goto(`${origins.main}/publicneed`);
  const badge = otherTab.getByRole('banner').getByRole('link', { name: /消息/ });
  await patient(badge).toHaveText(/消息\s*[1-9]\d*$/);
  await page.goto(`${origins.user}/user/notice`);
  const rows = page.getByRole('tabpanel').getByRole('listitem');
  await patient(rows.filter({ hasText: '作业已通过' }).first()).toBeVisible();
  await page.getByRole('button', { name: '全部已读' }).click();
  await otherTab.bringToFront();
  await patient(badge).toHaveText(/消息$/);
  await otherTab.close();
}

/** The year as a page and as a PDF. */
async function takeArchive(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/user/myfile`);
  await patient(page.getByRole('heading', { level: 1, name: '我的档案' })).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    page.getByRole('button', { name: '下载PDF' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^\d{4}年度继续教育学习档案\.pdf$/);
}

test('on a customer domain the same year stays on one origin', async ({ page, context }) => {
  test.setTimeout(240_000);
  const otherOrigins: string[] = [];
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol === 'http:' && url.origin !== origins.hospital)
      otherOrigins.push(request.url());
  });
  page.setDefaultTimeout(60_000);
  const person = await createAccount(origins.hospital);
  await signIn(page, person.mobile, origins.hospital);
  await page.goto(`${origins.hospital}/user/trainingclass`);
  await patient(page.getByText('您还没有参加培训班')).toBeVisible();
  const searchAddress = `${origins.hospital}/search?keyword=${encodeURIComponent('院内心搏骤停应急演练')}`;
  await page.goto(searchAddress);
  await page
    .getByRole('link', { name: /院内心搏骤停应急演练/ })
    .first()
    .click();
  await page.getByRole('button', { name: '立即学习' }).click();
  await page.waitForURL(/\/player\/.+\/play/);
  await startVideo(page);
  await page.getByRole('tab', { name: '笔记' }).click();
  await page.getByLabel('记笔记').fill('两分钟换人按压');
  await page.getByRole('button', { name: '保存笔记' }).click();
  await patient(page.getByRole('list', { name: '笔记列表' })).toContainText('两分钟换人按压');
  await page.goto(`${origins.hospital}/user/notice`);
  await patient(page.getByRole('heading', { level: 1, name: '我的消息' })).toBeVisible();
  await page.goto(`${origins.hospital}/user/learn`);
  await patient(
    page.getByRole('listitem').filter({ hasText: '院内心搏骤停应急演练' }).first(),
  ).toBeVisible();
  await takeArchive(page, origins.hospital);
  expect(otherOrigins).toEqual([]);
});
