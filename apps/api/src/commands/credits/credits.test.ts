import { learnCalendar } from '@cme/contract/study';
import { creditsSummary } from '@cme/contract/credits';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { signedInPerson, type TestPerson } from '../../../test/people.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { insertCreditRules } from '../../credits/credits/credits.store.ts';
import type { Account } from '../staff/account.ts';
import { approval } from '../decisions/approval.ts';
import type { DecisionCommand } from '../staff/command.ts';
import { credits } from './credits.ts';

const api = await startApiForFile({ now: '2026-12-20T02:00:00Z' });
let person: TestPerson;
let [first, second]: Account[] = [];
beforeAll(async () => {
  await insertCreditRules(api.db, [
    {
      rule_id: 'r',
      site_id: 'main',
      name: '年度要求',
      year: 2026,
      need_hours: 90,
      need_public: 30,
      need_pro: 60,
      need_credits: 25,
      grace_days: 90,
    },
  ]);
  person = await signedInPerson(api, 1);
  const auditor = async (n: number): Promise<Account> => ({
    user_id: (await signedInPerson(api, n)).user_id,
    name: '审核员',
    roles: ['credit_auditor', 'auditor'],
  });
  [first, second] = [await auditor(2), await auditor(3)];
});

const run = (command: unknown, account: Account, ...args: string[]) =>
  (command as DecisionCommand).run(api.context, args, account);
const summary = () => api.send(creditsSummary, { year: 2026 }, person);
const dueTitles = async () =>
  (await api.send(learnCalendar, { month: '2026-12' }, person)).list
    .filter(({ kind }) => kind === 'year')
    .map(({ title, at }) => `${at} ${title}`);

test('a year is due on its last day, and is in the calendar until it is met', async () => {
  expect((await summary()).due).toMatchObject({
    due_on: '2026-12-31',
    grace_until: '2027-03-31',
    due_status: 'open',
    waiver: '',
  });
  expect(await dueTitles()).toEqual(['2026-12-31 23:59:59 2026年度学时学分要求截止']);
});

test('a waiver needs two people, reduces every requirement, and can be revoked', async () => {
  const words = [person.mobile, '2026', 'maternity', '50', '产假六个月，附证明'];
  const line = await run(credits['waive'], first!, ...words);
  expect(line).toContain('年度要求减免50%（产假）');
  expect((await summary()).rule.need_hours).toBe(90);
  const id = /confirm (\w+)/.exec(line)?.[1] ?? '';
  await expect(run(approval['confirm'], first!, id)).rejects.toThrow('另一人');
  expect(await run(approval['confirm'], second!, id)).toBe('已减免');
  const half = await summary();
  expect(half).toMatchObject({ rule: { need_hours: 45, need_credits: 12.5 } });
  expect(half.due?.waiver).toBe('产假：本年度要求减免50%');
  await expect(run(credits['waive'], first!, ...words)).rejects.toThrow('已有减免');
  expect(await run(credits['unwaive'], first!, person.mobile, '2026', '证明材料有误')).toBe(
    '已撤销',
  );
  expect((await summary()).rule.need_hours).toBe(90);
  const logged = await api.db.execute(sql`select 1 from state_log where entity = 'credit_waiver'`);
  expect(logged.rows).toHaveLength(2);
});

test('a fully waived year is neither due nor met', async () => {
  const words = [person.mobile, '2026', 'aid', '100', '援派工作满一年'];
  const line = await run(credits['waive'], first!, ...words);
  await run(approval['confirm'], second!, /confirm (\w+)/.exec(line)?.[1] ?? '');
  const whole = await summary();
  expect(whole).toMatchObject({ year_status: 'waived', year_status_name: '已减免', needs: [] });
  expect(whole.due).toMatchObject({ due_status: 'waived', waiver: '援派：免予本年度要求' });
  expect(await dueTitles()).toEqual([]);
  await expect(run(credits['waive'], second!, ...words.with(3, '0'))).rejects.toThrow('百分比');
});
