import { login } from '@cme/contract/person';
import { learnSummary } from '@cme/contract/study';
import {
  certificateEligibility,
  certificateList,
  creditsList,
  creditsSummary,
  declareStatuses,
  exchangeDetail,
  exchangeList,
} from '@cme/contract/credits';
import { describe, expect, it } from 'vitest';
import { startApiForFile } from '../../test/api-for-file.ts';

const api = await startApiForFile({ sample: true });

const as = async (mobile: string) => ({
  token: (
    await api.sendForMessage(login, {
      login_kind: 'password',
      account: mobile,
      password: 'Learner2026',
    })
  ).message,
});

describe('the senior professional', () => {
  it('has a declaration in every state, with its proofs', async () => {
    const senior = await as('13800000003');
    const { list } = await api.send(exchangeList, { page_size: 100 }, senior);
    expect(new Set(list.map(({ declare_status }) => declare_status))).toEqual(
      new Set(declareStatuses),
    );
    const credited = list.find(({ declare_status }) => declare_status === 'credited');
    const { declare_no } = credited!;
    const { files, steps } = await api.send(exchangeDetail, { declare_no }, senior);
    expect(files).not.toEqual([]);
    expect(steps.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
  });
});

describe('the physician', () => {
  it('has completed both years, with the certificate of the last one', async () => {
    const physician = await as('13800000002');
    const running = await api.send(creditsSummary, {}, physician);
    expect(running).toMatchObject({
      year: 2026,
      year_status: 'met',
      public_hours: 30,
      pending: { hours: 8, credits: 2.67 },
      capped: { credits: 2 },
    });
    expect(running.years).toEqual([2026, 2025, 2024]);
    expect(await api.send(creditsSummary, { year: 2025 }, physician)).toMatchObject({
      year_status: 'met',
    });
    expect(
      (await api.send(creditsSummary, { year: 2024 }, physician)).needs.map(({ name, missing }) => [
        name,
        missing,
      ]),
    ).toEqual([
      ['学分', 0],
      ['Ⅰ类学分', 0],
      ['Ⅱ类学分', 0],
    ]);
    expect((await api.send(certificateEligibility, {}, physician)).annual).toMatchObject({
      can_apply: 'Y',
      cert_no: '',
    });
    expect(
      (await api.send(certificateEligibility, { year: 2025 }, physician)).annual,
    ).toMatchObject({ can_apply: 'N', cert_no: expect.stringMatching(/^2025-0351-N-\d{7}-\d$/) });
    expect(await api.send(learnSummary, {}, physician)).toMatchObject({
      got_hours: running.got.hours,
    });
  });

  it('has certificates in every state but one, which the senior has', async () => {
    const { list, years } = await api.send(certificateList, {}, await as('13800000002'));
    expect(new Set(list.map(({ cert_status }) => cert_status))).toEqual(
      new Set(['issued', 'replaced', 'revoked', 'rejected']),
    );
    expect(new Set(list.map(({ kind }) => kind))).toEqual(
      new Set(['course_credit', 'class', 'public_need', 'annual']),
    );
    expect(years.map(({ year }) => year)).toEqual([2026, 2025, 2024]);
    const replaced = list.find(({ cert_status }) => cert_status === 'replaced');
    expect(list.find(({ cert_no }) => cert_no === replaced?.replaced_by)).toMatchObject({
      cert_status: 'issued',
      replaces: replaced?.cert_no,
    });
    expect(
      (await api.send(certificateList, {}, await as('13800000003'))).list.map(
        ({ cert_status }) => cert_status,
      ),
    ).toContain('pending');
  });

  it('has a ledger with rows of every state', async () => {
    const { list } = await api.send(creditsList, { page_size: 100 }, await as('13800000002'));
    expect(new Set(list.map(({ status }) => status))).toEqual(new Set(['granted', 'reversed']));
    expect(list.some(({ hours }) => hours < 0)).toBe(true);
    expect(list.filter(({ note }) => note.includes('不计入'))).toHaveLength(1);
  });
});

it('a village doctor has the rule for village doctors', async () => {
  expect((await api.send(creditsSummary, {}, await as('13800000004'))).rule).toMatchObject({
    name: '2026年度乡村医生培训要求',
    need_hours: 40,
    need_credits: 0,
  });
});
