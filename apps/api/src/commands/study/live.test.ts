import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { signedInPerson } from '../../../test/people.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { live as lives } from '../../study/live/live.tables.ts';
import { eventId } from '@cme/sample/events';
import { sampleId } from '@cme/sample/ids';
import type { Account } from '../staff/account.ts';
import type { DecisionCommand, ReadCommand } from '../staff/command.ts';
import { live } from './live.ts';

const id = eventId('main', 'live-first-aid-day');
const api = await startApiForFile({ sample: true });

const run = (name: string, account: Account, ...args: string[]) =>
  (live[name] as DecisionCommand).run(api.context, args, account);
const teacher = (userId: string): Account => ({
  user_id: userId,
  name: '教师',
  roles: ['course_teacher'],
});

test('a teacher of the site closes and opens the chat', async () => {
  const own = teacher(sampleId('user', 'staff'));
  const isOn = async () =>
    (await api.db.select().from(lives).where(eq(lives.content_id, id)))[0]?.chat_on;
  expect(await run('chat', own, id, 'off')).toBe('已关闭发言');
  expect(await isOn()).toBe(false);
  expect(await run('chat', own, id, 'on')).toBe('已打开发言');
  expect(await isOn()).toBe(true);
  await expect(run('chat', own, id, 'maybe')).rejects.toThrow('on 或 off');
});

test('the list of messages shows which are hidden and who is muted, so that both can be undone', async () => {
  const own = teacher(sampleId('user', 'staff'));
  const list = async () => (await run('talk', own, id)).split('\n');
  const [first = ''] = await list();
  const [messageId = ''] = first.split('  ');
  const find = async () => (await list()).find((line) => line.startsWith(messageId));
  expect(await find()).not.toMatch(/已隐藏|已禁言/);
  await run('hide', own, messageId);
  expect(await find()).toContain('（已隐藏）');
  await run('show', own, messageId);
  await run('mute', own, messageId);
  expect(await find()).toContain('（作者已禁言）');
  expect(await find()).not.toContain('已隐藏');
  await run('unmute', own, messageId);
  expect(await find()).toBe(first);
});

test.each([
  ['key', 801, []],
  ['end', 802, []],
  ['chat', 803, ['off']],
  ['talk', 804, []],
] as const)('a teacher of another site cannot use %s', async (name, n, more) => {
  const hospital = sampleId('site', 'hospital');
  const far = await signedInPerson(api, n, { site_id: hospital });
  await expect(run(name, teacher(far.user_id), id, ...more)).rejects.toThrow('其他站点');
});

test('lives are listed by the id or the domain of a site, and an unknown site is refused', async () => {
  const list = (site: string) => (live['list'] as ReadCommand).run(api.context, [site]);
  expect(await list('cme.localhost')).toContain(id);
  expect(await list(sampleId('site', 'main'))).toBe(await list('cme.localhost'));
  await expect(list('nowhere')).rejects.toThrow(/没有站点 nowhere，可用：.*cme\.localhost/);
});
