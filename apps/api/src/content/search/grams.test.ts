import { expect, it } from 'vitest';
import { toGrams, toSearchQuery } from './grams.rules.ts';
import { withSynonyms } from './synonyms.rules.ts';

it.each([
  ['心电图', ['心', '电', '心电', '图', '电图']],
  ['ECG判读', ['e', 'ec', 'ecg', '判', '读', '判读']],
  ['第1节', ['第', '1', '节']],
  ['100%', ['%', '1', '10', '100']],
  ['，。', []],
])('%s is found by %j', (text, grams) =>
  expect(toGrams(withSynonyms(text)).filter((gram) => grams.includes(gram))).toEqual(grams),
);

it.each([
  ['手卫生  督导员', ['手卫', '卫生', '督导', '导员'], ['%手卫生%', '%督导员%']],
  ['护理', ['护理'], []],
  ['肝', ['肝'], []],
  ['ＣＰＲ', ['cpr'], []],
  ['100%_a', ['%', '_', '100', 'a'], ['%100\\%\\_a%']],
])('the keyword %j queries %j and verifies %j', (keyword, grams, unproven) =>
  expect(toSearchQuery(keyword)).toMatchObject({ grams, unproven }),
);

it.each(['', '，', ' \u3000 ', '"', "'", '\0'])('the keyword %j is empty', (keyword) =>
  expect(toSearchQuery(keyword)).toBeUndefined(),
);

it.each([
  ['急诊AED使用', '除颤'],
  ['慢阻肺早筛', 'copd'],
  ['慢性阻塞性肺疾病', '慢阻肺'],
  ['2型糖尿病', 'dm'],
])('%s is also found by %s', (text, found) => expect(withSynonyms(text)).toContain(found));
