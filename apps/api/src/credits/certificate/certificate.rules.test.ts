import { expect, it } from 'vitest';
import { projectCreditName } from './certificate.rules.ts';

it.each([
  ['国家', '', '国家级继续医学教育学分'],
  ['省', 'I类', '省级I类继续医学教育学分'],
  ['单位', '', '单位自办项目学分'],
  ['', '', '继续医学教育学分'],
])('the credits of a project of level "%s" and type "%s" are called %s', (level, type, name) => {
  expect(projectCreditName(level, type)).toBe(name);
});
