import { searchIndex } from '@cme/contract/content';
import { expect, it } from 'vitest';
import { newCourse, newLearner } from '../../../test/learner.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import type { Account } from '../staff/account.ts';
import type { DecisionCommand, ReadCommand } from '../staff/command.ts';
import { synonym } from './synonym.ts';

const api = await startApiForFile();
const { user_id } = await newLearner(api);
const account: Account = { user_id, name: '管理员', roles: ['super'] };
const run = (name: 'add' | 'remove', ...args: string[]) =>
  (synonym[name] as DecisionCommand).run(api.context, args, account);
const list = () => (synonym['list'] as ReadCommand).run(api.context, []);
const titles = async (keyword: string) =>
  (await api.send(searchIndex, { keyword })).list.map(({ title }) => title);

it('synonyms that an installation adds are found at once, and no longer when removed', async () => {
  await newCourse(api, { title: '省远程会诊平台操作' });
  expect(await titles('云诊通')).toEqual([]);
  expect(await run('add', '远程会诊', '云诊通')).toBe('已添加，更新了1条搜索内容');
  expect(await list()).toBe('远程会诊  云诊通');
  expect(await titles('云诊通')).toEqual(['省远程会诊平台操作']);
  // What is written later knows them, too.
  await newCourse(api, { title: '远程会诊礼仪' });
  expect(await titles('云诊通')).toHaveLength(2);
  await run('remove', '远程会诊');
  expect(await titles('云诊通')).toEqual([]);
  expect(await list()).toBe('没有');
});

it.each([
  [['远程会诊'], '请写至少两个词'],
  [['远程会诊', '云'], '“云”应为2至30个字'],
  [['远程会诊', '%%'], '只能含汉字、字母和数字'],
])('%j are refused: %s', async (names, reason) => {
  await expect(run('add', ...names)).rejects.toThrow(reason);
});

it('an unknown group cannot be removed', async () => {
  await expect(run('remove', '没有')).rejects.toThrow('没有这一组同义词');
});
