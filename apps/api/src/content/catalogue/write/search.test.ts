import { contentList, searchIndex } from '@cme/contract/content';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import { newCourse } from '../../../../test/learner.ts';
import { content } from '../catalogue.tables.ts';
import { removeEntry } from '../../search/entry.store.ts';
import { searchEntry } from '../../search/search.tables.ts';
import { refreshSearch } from './search.store.ts';

const api = await startApiForFile();
beforeAll(async () => {
  await newCourse(api, {
    title: 'ward',
    subtitle: '护士长进修',
    summary: '一次应急演练',
    tags: ['aedes', 'ECG'],
    detail_html: '<p><strong>心肺复苏</strong>与气管插管</p>',
  });
  api.clock.pass(1000);
  await newCourse(api, { title: 'mentions', detail_html: '<p>护士长必读</p>' });
});

const going = new AbortController().signal;
const titles = async (keyword: string, pageSize = 24) =>
  (await api.send(contentList, { keyword, page_size: pageSize })).list.map(({ title }) => title);

it.each([
  ['several words stand in any order and place', '进修 护士长', ['ward']],
  ['one of them alone is not enough', '进修 麻醉', []],
  ['a full-width space parts words as well', '护士长\u3000进修', ['ward']],
  ['so do commas', '护士长，进修', ['ward']],
  ['a teacher and a title', '王芳 ward', ['ward']],
  ['a teacher’s hospital', '省人民医院 ward', ['ward']],
  ['a word of the text', '气管插管', ['ward']],
  ['a word of the summary', '应急演练', ['ward']],
  ['a word of the outline', '第1节 ward', ['ward']],
  ['no word of the markup', 'strong', []],
  ['an abbreviation finds what it stands for', 'CPR', ['ward']],
  ['what it stands for finds the abbreviation', '心电图', ['ward']],
  ['full-width letters are letters', 'ＣＰＲ', ['ward']],
  ['no abbreviation inside of a word', '除颤', []],
])('%s', async (_what, keyword, found) => {
  expect(await titles(keyword)).toEqual(found);
});

it('database wildcards are matched literally', async () => {
  await newCourse(api, { title: '5%盐水_配制' });
  expect(await titles('5%盐水')).toEqual(['5%盐水_配制']);
  // All n-grams match, but not the word.
  for (const other of ['5_盐水', '水%配制', '盐_配']) expect(await titles(other)).toEqual([]);
});

it('matches in title or people come before other matches', async () => {
  expect(await titles('护士长')).toEqual(['ward', 'mentions']);
});

it('courses written before full-text search are found after a rebuild', async () => {
  const { id } = await newCourse(api, { title: 'elder', detail_html: '<p>胰岛素泵</p>' });
  await api.db.update(content).set({ search_version: 0 }).where(eq(content.content_id, id));
  await removeEntry(api.db, 'course', id);
  expect(await titles('胰岛素泵')).toEqual([]);
  expect(await refreshSearch(api.db, going)).toBe(1);
  expect(await titles('胰岛素泵', 23)).toEqual(['elder']);
  expect(await refreshSearch(api.db, going)).toBe(0);
});

it('activities are a separate kind, even if an older version indexed them as courses', async () => {
  const { id } = await newCourse(api, { title: '静脉穿刺开放日', content_type: 'A' });
  const [now] = await api.db.select().from(searchEntry).where(eq(searchEntry.id, id));
  expect(now).toMatchObject({ kind: 'activity' });
  await api.db.update(searchEntry).set({ kind: 'course' }).where(eq(searchEntry.id, id));
  await api.db.update(content).set({ search_version: 0 }).where(eq(content.content_id, id));
  await refreshSearch(api.db, going);
  const { list, counts } = await api.send(searchIndex, { keyword: '静脉穿刺开放日' });
  expect(list).toMatchObject([{ kind: 'activity', id }]);
  expect(counts).toMatchObject({ course: 0, activity: 1 });
});
