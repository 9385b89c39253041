import { askFact, myFacts } from '@cme/contract/person';
import { creditsSummary } from '@cme/contract/credits';
import { beforeAll, expect, it } from 'vitest';
import { newProof } from '../../../test/declare.ts';
import { signInAgain } from '../../../test/learner.ts';
import { enterAs } from '../../../test/staff.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { formatDay } from '../../platform/http/format-time.ts';
import { setRoles } from '../../person/identity/user.store.ts';
import { sampleId } from '@cme/sample/ids';
import { readStateTimes } from '../../platform/state-log/state-log.store.ts';
import type { Account } from '../staff/account.ts';
import { approval } from '../decisions/approval.ts';
import { fact } from './fact.ts';

const api = await startApiForFile({ sample: true, now: new Date() });
let officer: Account;
let second: Account;
const site_id = sampleId('site', 'main');
const pending = sampleId('fact', 'unverified', 'series_code', 'request');
const ofUnit = sampleId('fact', 'nurse', 'level', 'request');
beforeAll(async () => {
  officer = await enterAs(api, '13900000001');
  const other = await enterAs(api, '13900000002');
  second = { ...other, roles: [...other.roles, 'certificate_officer'] };
});

const run = (name: string, ...args: string[]) => fact[name]!.run(api.context, args, officer);

it('lists and shows what no unit decides, with the proof', async () => {
  const list = await run('waiting');
  expect(list).toContain('钱一诺  专业系列：药学系列');
  expect(list).not.toContain('陈晓禾');
  const shown = await run('show', pending);
  expect(shown).toContain('药师资格证书.png');
  expect(shown).toContain('/qm/file/');
  expect((await readStateTimes(api.db, 'person_fact', pending)).at(-1)?.to).toBe('viewed');
});

it('leaves requests to the unit where it has an administrator', async () => {
  await expect(run('show', ofUnit)).rejects.toThrow('由单位审核');
  await expect(run('approve', ofUnit)).rejects.toThrow('由单位审核');
});

it('verifies what was entered by one person, once', async () => {
  await expect(run('reject', pending, '不行')).rejects.toThrow('至少5个字');
  expect(await run('approve', pending)).toBe('已核实');
  await expect(run('approve', pending)).rejects.toThrow('没有这项申请，或已处理');
});

it('changes a fact by two people, and the requirement with it', async () => {
  const user_id = sampleId('user', 'unverified');
  const token = await signInAgain(api, { user_id, site_id });
  const file_ids = [await newProof(api, { user_id }, site_id)];
  const year = api.clock.now().getFullYear();
  const effective_from = `${year}-01-01`;
  const request = { kind: 'level' as const, value: 'D', effective_from, file_ids };
  const { list } = await api.send(askFact, request, { token });
  const id = list.find(({ fact_status }) => fact_status === 'waiting')!.fact_id;
  const said = await run('approve', id);
  expect(said).toContain('专业级别变更：初级 → 乡村医生');
  const proposal = /approval confirm (\w+)/.exec(said)?.[1] ?? '';
  const confirm = (account: Account) => approval['confirm']!.run(api.context, [proposal], account);
  await expect(confirm(officer)).rejects.toThrow('不能确认自己的提议');
  expect((await api.send(creditsSummary, { year }, { token })).rule.need_hours).toBe(90);
  const auditor = { ...second, roles: ['auditor'] };
  await expect(confirm(auditor)).rejects.toThrow('没有这项权限');
  await setRoles(api.db, second.user_id, ['learner', 'certificate_officer']);
  expect(await confirm(second)).toBe('已变更');
  const { rule } = await api.send(creditsSummary, { year }, { token });
  expect(rule.need_hours).toBe(40);
});

it('tells the person why it was refused', async () => {
  const user_id = sampleId('user', 'unverified');
  const token = await signInAgain(api, { user_id, site_id });
  const file_ids = [await newProof(api, { user_id }, site_id)];
  const effective_from = formatDay(api.clock.now());
  const request = { kind: 'post_type' as const, value: 'M', effective_from, file_ids };
  const { list } = await api.send(askFact, request, { token });
  const id = list.find(({ fact_status }) => fact_status === 'waiting')!.fact_id;
  expect(await run('reject', id, '请补充县级卫生行政部门的证明')).toBe('已退回');
  const after = await api.send(myFacts, {}, { token });
  expect(after.list.find(({ fact_id }) => fact_id === id)).toMatchObject({
    fact_status: 'rejected',
    reply: '请补充县级卫生行政部门的证明',
  });
});
