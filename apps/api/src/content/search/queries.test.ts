import { searchIndex, searchSuggest } from '@cme/contract/content';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { writeEntries } from './entry.store.ts';

const api = await startApiForFile();

/** Title, text, words: people and tags. The later ones are newer. */
const contents: [string, string, string[]?][] = [
  ['医务人员手卫生规范', '讲授洗手的六个步骤。', ['感染控制', '李卫平']],
  ['糖尿病护理新进展', '血糖监测与胰岛素注射。胰岛素的保存\n胰岛素的保存'],
  ['基层高血压规范管理', '血压的测量与随访。'],
  ['慢阻肺的长期管理', '吸入装置的使用。'],
  ['艾滋病职业暴露的处理', '针刺伤后的处置流程。'],
  ['医院感染监测', '多重耐药菌的报告。'],
  ['重症监护病房的镇静', '镇静评分。'],
  ['三基训练：护理学', '基础理论、基本知识、基本技能。'],
  ['公需科目：法治与诚信', '全省卫生专业技术人员的公需内容。'],
  ['心肺复苏与除颤', '胸外按压的深度。', ['王芳']],
  ['心电图判读', '常见心律失常。\n第一节 房颤的识别'],
  ['新生儿窒息复苏', '初步复苏的步骤。'],
  ['脑卒中的急诊识别', '溶栓时间窗。'],
  ['传统医学概论', '阴阳五行。'],
  ['医疗纠纷的预防', '知情同意书的签署。'],
  ['5%葡萄糖的配制', 'C反应蛋白的解读。'],
  ['急救技能公开课', '现场演示。'],
  ['输液港的维护', 'PICC 与输液港。'],
];
beforeAll(() =>
  writeEntries(
    api.db,
    contents.map(([title, text, words = []], index) => ({
      kind: 'news' as const,
      id: `q${index}`,
      sites: ['main'],
      title,
      text,
      words,
      shown: { path: `/news/q${index}/detail` },
      publish_at: new Date(api.clock.now().getTime() - (100 - index) * 86_400_000),
    })),
  ),
);

const search = (keyword: string) => api.send(searchIndex, { keyword });
const firstTitle = async (keyword: string) => (await search(keyword)).list[0]?.title;

const hands = '医务人员手卫生规范';
const diabetes = '糖尿病护理新进展';
const pressure = '基层高血压规范管理';
const copd = '慢阻肺的长期管理';
const aids = '艾滋病职业暴露的处理';
const infection = '医院感染监测';
const icu = '重症监护病房的镇静';
const basics = '三基训练：护理学';
const general = '公需科目：法治与诚信';
const cpr = '心肺复苏与除颤';
const ecg = '心电图判读';
const newborn = '新生儿窒息复苏';
const stroke = '脑卒中的急诊识别';
const dispute = '医疗纠纷的预防';

describe('a search for', () => {
  it.each([
    // Punctuation and signs around a word.
    ['手卫生', hands],
    ['手卫生？', hands],
    ['“手卫生”', hands],
    ['「手卫生」', hands],
    ['《手卫生》', hands],
    ['【手卫生】', hands],
    ['#手卫生', hands],
    ['#手卫生#', hands],
    ['@手卫生！！', hands],
    ['手卫生。', hands],
    ['手卫生……', hands],
    ['(手卫生)', hands],
    ["'手卫生'", hands],
    ['手\u200b卫生\ufeff', hands],
    ['　手卫生　', hands],
    ['手卫生/规范', hands],
    ['三基训练：护理学', basics],
    ['5%', '5%葡萄糖的配制'],
    ['Ｃ反应蛋白', '5%葡萄糖的配制'],
    // What is asked for, not how.
    ['公需', general],
    ['公需课', general],
    ['公需课程', general],
    ['手卫生课', hands],
    ['急救技能公开课', '急救技能公开课'],
    // Synonyms and abbreviations.
    ['T2DM', diabetes],
    ['t2dm', diabetes],
    ['2型糖尿病', diabetes],
    ['HIV', aids],
    ['AIDS', aids],
    ['gxy', pressure],
    ['htn', pressure],
    ['COPD', copd],
    ['慢性阻塞性肺疾病', copd],
    ['院感', infection],
    ['ICU', icu],
    ['三基', basics],
    ['cpr', cpr],
    ['AED', cpr],
    ['ECG', ecg],
    ['中风', stroke],
    ['NRP', newborn],
    ['医疗事故', dispute],
    ['洗手', hands],
    ['经外周静脉置入中心静脉导管', '输液港的维护'],
    // Pinyin, complete or begun, and initials.
    ['shouweisheng', hands],
    ['shouweish', hands],
    ['sws', hands],
    ['tangniaobing', diabetes],
    ['tnb', diabetes],
    ['xinfeifusu', cpr],
    ['xffs', cpr],
    ['zhongzheng', icu],
    ['zzjh', icu],
    ['liweiping', hands],
    ['wangfang', cpr],
    ['gonggongxuke', undefined],
    ['chuantong', '传统医学概论'],
    // Traditional characters.
    ['手衛生', hands],
    ['醫院感染', infection],
    ['糖尿病護理', diabetes],
    ['醫療糾紛', dispute],
    // People, sections.
    ['李卫平', hands],
    ['房颤的识别', ecg],
    // Words that nothing contains together.
    ['糖尿病足', diabetes],
    ['高血压怎么治疗', pressure],
    ['手卫生培训视频', hands],
    ['复苏新生儿', newborn],
    ['手卫生 火星', hands],
    ['乌有', undefined],
    ['没有这样的课程', undefined],
    ['ct', undefined],
  ])('%j finds %j first', async (keyword, title) => {
    expect(await firstTitle(keyword)).toBe(title);
  });

  it.each([
    ['手卫生？', '手卫生'],
    ['“手卫生”', '手卫生'],
    ['#手卫生', '手卫生'],
    ['公需课', '公需'],
    ['手衛生', '手卫生'],
  ])('%j finds all that %j finds', async (keyword, plain) => {
    expect((await search(keyword)).list).toEqual((await search(plain)).list);
  });
});

it.each([
  ['手卫生 火星', ['手卫生', '火星'], ['火星']],
  ['糖尿病足', ['糖尿病', '足'], ['足']],
  // The rarer word tells more.
  ['手卫生 护理', ['手卫生', '护理'], ['护理']],
  ['手卫生', undefined, undefined],
])('the results of %j name the words they may lack', async (keyword, asked, dropped) => {
  expect(await search(keyword)).toMatchObject({
    ...(asked ? { asked_words: asked, dropped_words: dropped } : {}),
    page: 1,
  });
  expect((await search(keyword)).dropped_words).toEqual(dropped);
});

it('a filter that nothing passes drops no words', async () => {
  const { total, dropped_words } = await api.send(searchIndex, { keyword: '手卫生', level: 'A' });
  expect([total, dropped_words]).toEqual([0, undefined]);
});

it.each([
  ['手衛生', '手卫生'],
  ['ＣＯＰＤ', '慢阻肺'],
  ['洗手', '手卫生'],
])('%j is marked in the title as %j', async (keyword, marked) => {
  const [hit] = (await search(keyword)).list;
  expect(hit?.title_marks.map(([from, to]) => hit.title.slice(from, to))).toEqual([marked]);
});

it('an excerpt says nothing twice', async () => {
  const [hit] = (await search('糖尿病')).list;
  expect(hit?.text).toBe('血糖监测与胰岛素注射。胰岛素的保存');
});

it.each([
  ['shouw', hands],
  ['sws', hands],
  ['手衛', hands],
  ['“手卫', hands],
  ['T2DM', diabetes],
])('the suggestions for %j begin with %j', async (keyword, title) => {
  const { list } = await api.send(searchSuggest, { keyword });
  expect(list[0]?.text).toBe(title);
});
