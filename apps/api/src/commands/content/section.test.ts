import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  learnJoin,
  playerBeat,
  playerCheckAnswer,
  playerCheckQuestion,
  playerEnter,
} from '@cme/contract/study';
import { eq } from 'drizzle-orm';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchedAll } from '../../../test/fetched.ts';
import { type Learner, newCourse, newLearner } from '../../../test/learner.ts';
import { signedInPerson } from '../../../test/people.ts';
import { startTestApi, type TestApi } from '../../../test/test-api.ts';
import { setRoles } from '../../person/identity/user.store.ts';
import { section as sections } from '../../content/catalogue/catalogue.tables.ts';
import { sampleId } from '@cme/sample/ids';
import { readStates } from '../../platform/state-log/state-log.store.ts';
import type { Account } from '../staff/account.ts';
import type { DecisionCommand, ReadCommand } from '../staff/command.ts';
import { section } from './section.ts';

let api: TestApi;
let teacher: Account;
const folder = mkdtempSync(join(tmpdir(), 'cme-sections-'));
beforeAll(async () => {
  api = await startTestApi();
  const { user_id } = await newLearner(api);
  await setRoles(api.db, user_id, ['learner', 'course_teacher']);
  teacher = { user_id, name: '教师', roles: ['course_teacher'] };
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

const run = (name: 'document' | 'questions', args: string[], account = teacher) =>
  (section[name] as DecisionCommand).run(api.context, args, account);
const list = (course: string) => (section['list'] as ReadCommand).run(api.context, [course]);

async function writeDocument(pages: number): Promise<string> {
  const document = new PDFDocument({ autoFirstPage: false });
  for (let page = 1; page <= pages; page += 1) document.addPage().text(`Page ${page}`);
  document.end();
  const path = join(folder, `${pages}.pdf`);
  await writeFile(path, document);
  return path;
}

const file = (value: unknown): string => {
  const path = join(folder, 'questions.json');
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
};

async function entered(sectionId: string, learner: Learner) {
  const { play_token, ...entry } = await api.send(playerEnter, { section_id: sectionId }, learner);
  await fetchedAll(api.db, play_token);
  let seq = 0;
  const beat = (spans: [number, number][]) => {
    seq += 1;
    const at = api.clock.now().getTime();
    const place = { position: spans.at(-1)?.[1] ?? 0, rate: 1, at, visible: true };
    return api.send(playerBeat, { play_token, seq, spans, ...place }, learner);
  };
  await beat([]);
  return { entry, play_token, beat };
}

describe('a document', () => {
  it('replaces the resource of a section, and learners read its pages', async () => {
    const course = await newCourse(api, { lengths: [60, null] });
    const [, id = ''] = course.sections;
    expect(await run('document', [id, await writeDocument(3), '20'])).toBe(
      '已更换为文档，共3页，每页20秒',
    );
    expect(await list(course.id)).toContain(`${id}  第2节  文档  60秒  3页  0题`);
    const learner = await newLearner(api);
    await api.send(learnJoin, { id: course.id }, learner);
    const { entry } = await entered(id, learner);
    expect(entry).toMatchObject({ kind: 'pdf', pages: 3, page_seconds: 20 });
    const shown = await fetch(api.url + entry.media_url);
    expect(shown.headers.get('content-type')).toBe('application/pdf');
    expect(
      Buffer.from(await shown.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    expect(await readStates(api.db, 'section', id)).toMatchObject([
      { to: 'pdf 3', actor_type: 'staff', actor_id: teacher.user_id },
    ]);
  });

  it.each([
    ['that is none', () => file('<html>'), '20', /文件/],
    ['that is not there', () => join(folder, 'nothing.pdf'), '20', '没有文件'],
    ['whose pages want no time', () => writeDocument(1), '0', '每页秒数'],
  ])('%s is refused', async (_, path, seconds, said) => {
    const course = await newCourse(api, { lengths: [60] });
    const id = course.sections[0]!;
    await expect(run('document', [id, await path(), seconds])).rejects.toThrow(said);
    expect(await list(course.id)).toContain('视频  60秒');
  });
});

const one = { stem: '白天户外活动每天至少多久？', options: ['1小时', '2小时'], answer: 'B' };
const two = {
  stem: '哪些要转诊？',
  options: ['加深过快', '眼轴增长过快', '按时复查'],
  answer: 'BA',
};

describe('questions in a section', () => {
  it('are asked in their window; a learner with an old question gets a new one', async () => {
    const course = await newCourse(api, { lengths: [600] });
    const id = course.sections[0]!;
    const given = { windows: [[10, 10.0]], questions: [one] };
    await expect(run('questions', [id, file(given)])).rejects.toThrow('时间段');
    expect(await run('questions', [id, file({ ...given, windows: [[10, 11]] })])).toBe(
      '已设置1题，提问1次',
    );
    const [row] = await api.db.select().from(sections).where(eq(sections.section_id, id));
    // The click check of a long section is still planned.
    expect(row?.check_plan).toEqual([
      [10, 11, 'question'],
      [120, 480],
    ]);
    const learner = await newLearner(api);
    await api.send(learnJoin, { id: course.id }, learner);
    api.clock.pass(1);
    const { play_token, beat } = await entered(id, learner);
    api.clock.pass(12_000);
    const { open_check } = await beat([[0, 12]]);
    const check_id = open_check?.check_id ?? '';
    const fetchQuestion = () => api.send(playerCheckQuestion, { play_token, check_id }, learner);
    expect(await fetchQuestion()).toMatchObject({ stem: one.stem, attempt: 0, is_multiple: 'N' });

    expect(await run('questions', [id, file({ windows: [[20, 30]], questions: [two] })])).toBe(
      '已设置1题，提问1次',
    );
    const answer = (attempt: number, keys: string) =>
      api.send(playerCheckAnswer, { play_token, check_id, attempt, answer: keys }, learner);
    expect((await answer(0, 'B')).graded).toBeUndefined();
    expect(await fetchQuestion()).toMatchObject({ stem: two.stem, attempt: 1, is_multiple: 'Y' });
    expect((await answer(1, 'AB')).graded).toMatchObject({ is_right: 'Y' });
  });

  it('are removed by empty lists', async () => {
    const course = await newCourse(api, { lengths: [60] });
    const id = course.sections[0]!;
    await run('questions', [id, file({ windows: [[5, 9]], questions: [one, two] })]);
    expect(await list(course.id)).toContain('2题');
    expect(await run('questions', [id, file({ windows: [], questions: [] })])).toBe(
      '已取消课堂提问',
    );
    expect(await list(course.id)).toContain('0题');
  });

  const windows = [[5, 9]];
  it.each([
    ['that is no JSON', '{', '不是 JSON'],
    ['without a window', { windows: [], questions: [one] }, '同时'],
    ['outside of the video', { windows: [[50, 61]], questions: [one] }, '60 秒以内'],
    [
      'whose windows overlap',
      {
        windows: [
          [5, 9],
          [9, 12],
        ],
        questions: [one],
      },
      '重叠',
    ],
    ['with one option', { windows, questions: [{ ...one, options: ['是'] }] }, '第1题：选项'],
    ['with an option twice', { windows, questions: [{ ...one, options: ['是', '是'] }] }, '相同'],
    ['whose answer is no option', { windows, questions: [one, { ...one, answer: 'C' }] }, '第2题'],
    ['without a stem', { windows, questions: [{ ...one, stem: ' ' }] }, '题干'],
  ])('in a file %s are refused without any change', async (_, given, said) => {
    const course = await newCourse(api, { lengths: [60] });
    await expect(run('questions', [course.sections[0]!, file(given)])).rejects.toThrow(said);
    expect(await list(course.id)).toContain('0题');
  });

  it('are only possible for recordings', async () => {
    const course = await newCourse(api, { kind: 'pdf', lengths: [60], pages: 3 });
    const given = file({ windows, questions: [one] });
    await expect(run('questions', [course.sections[0]!, given])).rejects.toThrow('视频和音频');
  });
});

it('a teacher of another site cannot change anything', async () => {
  const course = await newCourse(api, { lengths: [60] });
  const far = await signedInPerson(api, 811, { site_id: sampleId('site', 'hospital') });
  const person = { ...teacher, user_id: far.user_id };
  const id = course.sections[0]!;
  await expect(run('document', [id, await writeDocument(1), '20'], person)).rejects.toThrow(
    '其他站点',
  );
  await expect(
    run('questions', [id, file({ windows: [[5, 9]], questions: [one] })], person),
  ).rejects.toThrow('其他站点');
});
