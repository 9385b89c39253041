import { cancelUnit, joinUnit, leaveUnit } from '@cme/contract/person';
import {
  type DeclareDraft,
  declareAudit,
  declareAuditList,
  declareAuditOpen,
  exchangeDetail,
  exchangeSave,
  exchangeSubmit,
  exchangeWithdraw,
} from '@cme/contract/credits';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { handedIn, insertTestKinds, newCreditAuditor, newUnit } from '../../../test/declare.ts';
import { type Learner, newLearner } from '../../../test/learner.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import {
  connectFormerAccounts,
  insertFormerAccount,
} from '../../person/identity/former-account.store.ts';
import { deriveKeys } from '../../person/identity/secret.rules.ts';
import { idHash } from '../../person/identity/number.rules.ts';
import { user } from '../../person/identity/identity.tables.ts';
import { refusalMessage } from '../../../test/refusal.ts';

const api = await startApiForFile();
let centre: Learner;
let otherOfCentre: Learner;
beforeAll(async () => {
  await insertTestKinds(api);
  centre = await newCreditAuditor(api);
  otherOfCentre = await newCreditAuditor(api);
});

const audit = (
  declareNo: string,
  as: Learner,
  decision: 'pass' | 'return' | 'reject',
  reason = '',
) => {
  api.clock.pass(1000);
  return api.send(declareAudit, { declare_no: declareNo, decision, reason }, as);
};
const open = (declareNo: string, as: Learner) => {
  api.clock.pass(1000);
  return api.send(declareAuditOpen, { declare_no: declareNo }, as);
};
const detail = (declareNo: string, as: Learner) =>
  api.send(exchangeDetail, { declare_no: declareNo }, as);
const waitsAt = async (declareNo: string) => {
  const { audit_step, unit_name } = await open(declareNo, centre);
  return { audit_step, unit_name };
};

/** A learner of a unit whose administrator has refused their activity. */
async function refused(decision: 'return' | 'reject', more: Partial<DeclareDraft> = {}) {
  const [learner, admin] = [await newLearner(api), await newLearner(api)];
  await newUnit(api, [learner], [admin]);
  const declare_no = await handedIn(api, learner, { activity_no: 'HY-2026-077', ...more });
  await audit(declare_no, admin, decision, '会议证明系伪造');
  const { unit_name } = await detail(declare_no, learner);
  const kept = { audit_step: 'unit', unit_name };
  return { learner, admin, declare_no, kept };
}
const leave = (learner: Learner) => api.send(leaveUnit, { unit_name: '自己填写的诊所' }, learner);

describe('an activity that a unit has refused', () => {
  it.each<[string, Partial<DeclareDraft>]>([
    ['the same number', {}],
    ['the number in other letters', { activity_no: 'ｈｙ 2026·077' }],
    ['the number with letters that look alike', { activity_no: 'НУ–2О26–О77' }],
    ['the number with a label', { activity_no: '证书编号：HY-2026-077' }],
    ['the number with words around it', { activity_no: '第HY-2026-077号（复印件）' }],
    ['the number with a label in English', { activity_no: 'No. HY-2026-077' }],
    ['the number with Chinese numerals', { activity_no: 'HY-二〇二六-〇七七号' }],
    ['the number in an invisible disguise', { activity_no: 'HY\u200B-2026-0\u00AD77' }],
    ['another kind', { kind_code: 'training', level: '', quantity: 6 }],
    ['no number, but the same name and days', { activity_no: 'X-1', start_on: '2026-05-02' }],
  ])('stays with that unit after the learner has left it: %s', async (_, change) => {
    const { learner, admin, kept } = await refused('reject');
    await leave(learner);
    const again = await handedIn(api, learner, { activity_no: 'HY-2026-077', ...change });
    expect(await waitsAt(again)).toEqual(kept);
    expect(await refusalMessage(audit(again, centre, 'pass'))).toBe('这项申报等待所在单位审核');
    expect((await detail(again, learner)).steps[1]).toMatchObject({
      name: '单位审核',
      state: 'now',
      note: `这项活动曾向“${kept.unit_name}”申报，仍由该单位审核`,
    });
    await audit(again, admin, 'pass');
  });

  it('stays with it when the learner corrects the returned declaration, withdraws it, and joins another unit', async () => {
    const { learner, declare_no, kept } = await refused('return');
    await newUnit(api, [learner], [await newLearner(api)]);
    const { draft, revision } = await detail(declare_no, learner);
    const saved = await api.send(
      exchangeSave,
      {
        request_id: 'again',
        declare_no,
        revision,
        draft: { ...draft, activity_no: 'OTHER-1', activity_name: '别的会议' },
      },
      learner,
    );
    expect(saved.declare_no).toBe(declare_no);
    await api.send(exchangeSubmit, { declare_no }, learner);
    await api.send(exchangeWithdraw, { declare_no }, learner);
    const other = await handedIn(api, learner, { activity_no: 'HY-2026-077' });
    expect(await waitsAt(other)).toEqual(kept);
  });

  it('stays with it where the number is a person’s own and another account declares it', async () => {
    const own = { activity_no: 'ZS-2026-1', kind_code: 'training', level: '', quantity: 6 };
    const { kept } = await refused('reject', own);
    const stranger = await newLearner(api);
    const again = await handedIn(api, stranger, own);
    expect(await waitsAt(again)).toEqual(kept);
    expect((await open(again, centre)).earlier).toMatchObject([{ reason: '会议证明系伪造' }]);
  });

  it('stays with it when the person closes the account and registers again', async () => {
    const { learner, kept } = await refused('reject');
    const again = await newLearner(api);
    const keys = deriveKeys(api.context.settings);
    const document = { site_id: 'main', id_type: 'ID', id_no: '11010519491231002X' } as const;
    const id_hash = idHash(keys, 'main', 'ID', document.id_no);
    await insertFormerAccount(api.db, { ...learner, site_id: 'main', id_hash }, api.clock.now());
    await connectFormerAccounts(api.db, keys, { ...document, user_id: again.user_id });
    const declare_no = await handedIn(api, again, { activity_no: 'HY-2026-077' });
    expect(await waitsAt(declare_no)).toEqual(kept);
  });

  it('is no matter for another number of the learner', async () => {
    const { learner } = await refused('reject');
    await leave(learner);
    const other = await handedIn(api, learner, {
      activity_no: 'QT-9',
      activity_name: '别的会议',
    });
    expect((await waitsAt(other)).audit_step).toBe('centre');
    expect((await open(other, centre)).earlier).toMatchObject([{ is_same: 'N', state: '已驳回' }]);
  });
});

describe('a declaration that waits for a unit', () => {
  it('stays there when the learner leaves, and cannot be declared beside it as another kind', async () => {
    const [learner, admin] = [await newLearner(api), await newLearner(api)];
    await newUnit(api, [learner], [admin]);
    const declare_no = await handedIn(api, learner, { activity_no: 'WAIT-1' });
    await leave(learner);
    expect((await waitsAt(declare_no)).audit_step).toBe('unit');
    const beside = await handedIn(api, learner, {
      activity_no: 'wait 1',
      kind_code: 'training',
      level: '',
      quantity: 6,
    });
    expect((await waitsAt(beside)).audit_step).toBe('unit');
    await audit(declare_no, admin, 'pass');
  });

  it('goes back there when it is withdrawn and handed in again without a unit', async () => {
    const [learner, admin] = [await newLearner(api), await newLearner(api)];
    await newUnit(api, [learner], [admin]);
    const declare_no = await handedIn(api, learner, { activity_no: 'BACK-1' });
    await api.send(exchangeWithdraw, { declare_no }, learner);
    await leave(learner);
    const again = await handedIn(api, learner, { activity_no: 'BACK-1' });
    expect((await waitsAt(again)).audit_step).toBe('unit');
    const other = await newUnit(api, [], [await newLearner(api)]);
    await api.send(joinUnit, { unit_id: other }, learner);
    await api.send(cancelUnit, {}, learner);
    expect((await waitsAt(again)).audit_step).toBe('unit');
  });
});

describe('a declaration without a unit', () => {
  it('is audited by two people of the centre, who see that the workplace is typed', async () => {
    const learner = await newLearner(api);
    await api.db
      .update(user)
      .set({ unit_name: '自己填写的诊所' })
      .where(eq(user.user_id, learner.user_id));
    const declare_no = await handedIn(api, learner);
    expect(await open(declare_no, centre)).toMatchObject({
      unit_name: '自己填写的诊所',
      unit_typed: 'Y',
    });
    expect(await audit(declare_no, centre, 'pass')).toMatchObject({
      declare_status_name: '中心已初审',
      can_audit: 'N',
      blocked: '中心初审与复审须由两人办理，您已初审',
    });
    expect((await audit(declare_no, centre, 'pass')).declare_status).toBe('unit_passed');
    expect(await refusalMessage(audit(declare_no, centre, 'reject', '我又不同意了'))).toBe(
      '中心初审与复审须由两人办理，您已初审',
    );
    const page = { step: 'centre' as const, page_size: 100 };
    const numbersFor = async (as: Learner) =>
      (await api.send(declareAuditList, page, as)).list.map((row) => row.declare_no);
    expect(await numbersFor(centre)).not.toContain(declare_no);
    expect(await numbersFor(otherOfCentre)).toContain(declare_no);
    expect(await audit(declare_no, otherOfCentre, 'pass')).toMatchObject({
      declare_status: 'approved',
    });
    expect((await detail(declare_no, learner)).steps.map(({ name }) => name)).toEqual([
      '提交',
      '中心初审',
      '中心复审',
      '入账',
    ]);
  });

  it('is audited twice at the centre, too, when the unit has lost its administrator', async () => {
    const [learner, other] = [await newLearner(api), await newLearner(api)];
    await newUnit(api, [learner], []);
    const declare_no = await handedIn(api, learner);
    expect(await open(declare_no, centre)).toMatchObject({ unit_typed: 'N', audit_step: 'centre' });
    await audit(declare_no, centre, 'pass');
    expect((await detail(declare_no, learner)).declare_status).toBe('unit_passed');
    expect(await refusalMessage(audit(declare_no, other, 'pass'))).toBe('没有审核申报的权限');
  });
});

describe('each auditor', () => {
  it('sees earlier declarations of the activity: states, reasons and by whom', async () => {
    const { learner, admin, declare_no } = await refused('return', { activity_no: 'SEE-1' });
    const withdrawn = await handedIn(api, learner, { activity_no: 'see 1' });
    await api.send(exchangeWithdraw, { declare_no: withdrawn }, learner);
    const again = await handedIn(api, learner, { activity_no: 'SEE-1' });
    const seen = {
      state: '退回修改',
      reason: '会议证明系伪造',
      who: '单位 李明',
      activity_no: 'SEE-1',
      declare_no,
      is_same: 'Y',
    };
    for (const auditor of [admin, centre])
      expect((await open(again, auditor)).earlier).toEqual(
        expect.arrayContaining([
          expect.objectContaining(seen),
          expect.objectContaining({ declare_no: withdrawn, state: '已撤回', who: '本人' }),
        ]),
      );
  });
});
