import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newExam, newExaminee } from '../../test/exam.ts';
import { signedInPerson } from '../../test/people.ts';
import { startTestApi, type TestApi } from '../../test/test-api.ts';
import { setRoles } from '../person/identity/user.store.ts';
import type { Account, Role } from './staff/account.ts';
import { areas } from './staff.ts';

let api: TestApi;
/** The learner whom every decision below is about, with the same person's account elsewhere. */
let learner: { user_id: string; mobile: string };
let elsewhere: string;
let stranger: string;
let exam: Awaited<ReturnType<typeof newExam>>;

beforeAll(async () => {
  api = await startTestApi();
  exam = await newExam(api, {
    rules: [{ type: 'A1', points: [], count: 10, parts: 1, score: 10 }],
    counts: { A1: 10 },
  });
  const examinee = await newExaminee(api, exam);
  learner = await signedInPerson(api, 701);
  const same = { site_id: 'hospital', mobile: learner.mobile };
  elsewhere = (await signedInPerson(api, 702, same)).user_id;
  stranger = (await signedInPerson(api, 703, { site_id: 'hospital' })).user_id;
  const { user_id } = learner;
  for (const insert of [
    sql`insert into "order" (order_code, site_id, user_id, subject, item_count, source, created_at, expire_at)
      values ('O1', 'main', ${user_id}, '课程', 1, 'pc', now(), now())`,
    sql`insert into refund (refund_no, trade_no, order_code, site_id, user_id, kind, amount_fen, reason, refund_status, request_id, created_at)
      values ('F1', 'T1', 'O1', 'main', ${user_id}, 'learner', 100, '', 'pending', 'R', now())`,
    sql`insert into trade (trade_no, order_code, site_id, user_id, channel, gateway, amount_fen, trade_status, held, created_at, expire_at)
      values ('T1', 'O1', 'main', ${user_id}, 'offline', 'offline', 100, 'succeeded', 'pay_amount', now(), now())`,
    sql`insert into extension_request (extension_id, site_id, user_id, learning_id, reason, old_end_at, asked_at)
      values ('E1', 'main', ${user_id}, ${examinee.learning_id}, '出差', now(), now())`,
    sql`insert into homework_submit (submit_id, homework_id, learning_id, content_id, site_id, user_id, homework_status, submitted_at, updated_at)
      values ('S1', 'H1', ${examinee.learning_id}, 'C1', 'main', ${user_id}, 'submitted', now(), now())`,
    sql`insert into identity_request (request_id, site_id, user_id, kind, request_status, real_name, id_type, id_sealed, created_at)
      select 'I1', 'main', ${user_id}, 'verify', 'waiting', '某人', 'ID', id_sealed, now() from "user" u where u.user_id = ${user_id}`,
    sql`insert into person_fact (fact_id, site_id, user_id, kind, value, effective_from, fact_status, created_at)
      values ('P1', 'main', ${user_id}, 'level', 'B', '2026-01-01', 'waiting', now())`,
    sql`insert into certificate (cert_no, site_id, user_id, kind, source_id, year, title, cert_status, hours, credits, created_at)
      values ('Z1', 'main', ${user_id}, 'year', '2025', 2025, '年度', 'issued', 90, 25, now()), ('Z2', 'main', ${user_id}, 'course', 'C1', 2025, '课程', 'pending', 1, 1, now())`,
  ])
    await api.db.execute(insert);
});
afterAll(() => api.close());

const account = (user_id: string, ...roles: (Role | 'learner')[]): Account => ({
  user_id,
  name: '工作人员',
  roles,
});
const run = (name: string, args: readonly string[], by: Account) => {
  const [area = '', action = ''] = name.split(' ');
  return (areas[area]![action]!.run as (...all: unknown[]) => Promise<string>)(
    api.context,
    args,
    by,
  );
};

/** Every decision about a person, with the role that it needs. */
const decisions: [name: string, role: Role, args: string[]][] = [
  ['refund approve', 'finance', ['F1']],
  ['refund reject', 'finance', ['F1', '已经学完']],
  ['refund confirm', 'finance', ['F1', 'B1']],
  ['transfer confirm', 'finance', ['O1', 'B1', '1.00']],
  ['money return', 'finance', ['T1']],
  ['extension grant', 'credit_auditor', ['E1', '30']],
  ['extension refuse', 'credit_auditor', ['E1', '已经延期过']],
  ['homework grade', 'course_teacher', ['S1', '1', '100']],
  ['identity approve', 'certificate_officer', ['I1']],
  ['identity reject', 'certificate_officer', ['I1', '照片不清楚']],
  ['fact approve', 'certificate_officer', ['P1']],
  ['fact reject', 'certificate_officer', ['P1', '证明不清楚']],
  ['certificate approve', 'certificate_officer', ['Z2']],
  ['certificate reject', 'certificate_officer', ['Z2', '信息有误请改']],
  ['certificate revoke', 'certificate_officer', ['Z1', '信息有误请改']],
  ['certificate replace', 'certificate_officer', ['Z1', '信息有误请改']],
];

describe('nobody decides about themselves', () => {
  it.each(decisions)('%s', async (name, role, args) => {
    await setRoles(api.db, learner.user_id, ['learner', role]);
    await expect(run(name, args, account(learner.user_id, role))).rejects.toThrow('不能办理自己的');
  });

  it.each(decisions)('%s, not by an account on another site either', async (name, _role, args) => {
    await expect(run(name, args, account(elsewhere, 'super'))).rejects.toThrow('不能办理自己的');
  });

  it('a waiver and a role are no exceptions', async () => {
    const waiver = [learner.mobile, '2026', 'aid', '100', '援派工作满一年'];
    await expect(
      run('credits waive', waiver, account(learner.user_id, 'credit_auditor')),
    ).rejects.toThrow('不能办理自己的');
    await expect(
      run('roles give', [learner.mobile, 'auditor', 'main'], account(elsewhere, 'super')),
    ).rejects.toThrow('不能更改自己的角色');
  });
});

describe('a role of one site acts on that site alone', () => {
  it.each(decisions)('%s', async (name, role, args) => {
    await expect(run(name, args, account(stranger, role))).rejects.toThrow('这是其他站点的');
  });

  it.each([
    ['exam regrade', 'exam_editor', () => [exam.paper_id, '答案有误']],
    ['site set', 'site_admin', () => ['cme.localhost', 'slogan', '学']],
    ['study set', 'site_admin', () => ['cme.localhost', 'all', 'max_rate', '1']],
  ] as const)('%s', async (name, role, args) => {
    await expect(run(name, args(), account(stranger, role))).rejects.toThrow('这是其他站点的');
  });

  it.each([
    ['refund list', 'finance', 'F1'],
    ['money held', 'finance', 'T1'],
    ['money trade', 'finance', 'T1'],
    ['extension list', 'credit_auditor', 'E1'],
    ['homework waiting', 'course_teacher', 'S1'],
    ['exam questions', 'exam_editor', '答案'],
  ] as const)('%s lists only its own', async (name, role, id) => {
    const args = name === 'money trade' ? ['T1'] : name === 'exam questions' ? ['对'] : [];
    expect(await run(name, args, account(stranger, role))).not.toContain(id);
    expect(await run(name, args, account(stranger, 'super'))).toContain(id);
  });
});

it('two accounts of one person are not two people', async () => {
  const proposed = await run(
    'certificate revoke',
    ['Z1', '信息有误请改'],
    account(stranger, 'super'),
  );
  const id = /confirm (\w+)/.exec(proposed)?.[1] ?? '';
  const other = await signedInPerson(api, 704);
  await api.db.execute(
    sql`update approval set proposed_by = ${learner.user_id} where approval_id = ${id}`,
  );
  await expect(run('approval confirm', [id], account(elsewhere, 'super'))).rejects.toThrow(
    '不能确认自己的提议',
  );
  expect(await run('approval list', [], account(stranger, 'certificate_officer'))).toBe('没有');
  expect(await run('approval list', [], account(other.user_id, 'finance'))).toBe('没有');
  expect(await run('approval confirm', [id], account(stranger, 'super'))).toBe('已撤销 Z1');
});
