import {
  activityApply,
  learnJoin,
  liveBook,
  trainingclassApply,
  trainingclassDetail,
} from '@cme/contract/study';
import { creditsSummary } from '@cme/contract/credits';
import { shopplistAdd } from '@cme/contract/payment';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { newUnit } from '../../../test/declare.ts';
import { verifyFacts } from '../../../test/facts.ts';
import { newActivity, newLive } from '../../../test/items.ts';
import { type Learner, newCourse, newLearner } from '../../../test/learner.ts';
import { paidCourse } from '../../../test/pay/trade.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { newClass } from '../../../test/training-class.ts';
import { insertCreditRules } from '../../credits/credits/credits.store.ts';
import { unit } from '../../person/unit/unit.tables.ts';
import type { Scope } from './scope.rules.ts';

const api = await startApiForFile();
/** A hospital with a clinic below it, a ward below that, and another hospital. */
let hospital: string;
let clinic: string;
let inside: Learner;
let outside: Learner;
beforeAll(async () => {
  inside = await newLearner(api);
  outside = await newLearner(api);
  hospital = await newUnit(api, [], []);
  clinic = await newUnit(api, [], []);
  const ward = await newUnit(api, [inside], []);
  await newUnit(api, [outside], []);
  await api.db.update(unit).set({ parent_id: hospital }).where(eq(unit.unit_id, clinic));
  await api.db.update(unit).set({ parent_id: clinic }).where(eq(unit.unit_id, ward));
  await verifyFacts(api, inside, { area_id: '330127' });
  await verifyFacts(api, outside, { area_id: '330206' });
});

/** All operations that check a scope. */
const operations: Record<
  string,
  (scope: Scope) => Promise<(learner: Learner) => Promise<unknown>>
> = {
  'joining a course': async (applyScope) => {
    const { id } = await newCourse(api, { apply_scope: applyScope });
    return (learner) => api.send(learnJoin, { id }, learner);
  },
  'the cart': async (applyScope) => {
    const { id } = await paidCourse(api, 100, { apply_scope: applyScope });
    return (learner) => api.send(shopplistAdd, { id }, learner);
  },
  'booking a live': async (applyScope) => {
    const { id } = await newLive(api, {}, { apply_scope: applyScope });
    return (learner) => api.send(liveBook, { id }, learner);
  },
  'applying to an activity': async (applyScope) => {
    const { id } = await newActivity(api, {}, { apply_scope: applyScope });
    return (learner) => api.send(activityApply, { content_type: 'A', id }, learner);
  },
  'applying to a class': async (applyScope) => {
    const { class_id } = await newClass(api, { apply_scope: applyScope });
    return (learner) =>
      api.send(trainingclassApply, { class_id, agree_version: '2026-01' }, learner);
  },
};

describe.each(Object.entries(operations))('%s', (_, open) => {
  it.each([
    ['a unit', (): Scope => ({ units: [hospital] })],
    ['a city', (): Scope => ({ areas: ['330100'] })],
  ])('includes everything below %s and nothing else', async (__, scope) => {
    const door = await open(scope());
    await expect(door(outside)).rejects.toMatchObject({ code: 'not_in_scope' });
    await door(inside);
  });

  it('opens to a level only once somebody has verified it', async () => {
    const door = await open({ levels: ['A'] });
    const person = await newLearner(api);
    await expect(door(person)).rejects.toMatchObject({ code: 'fact_unverified' });
    await verifyFacts(api, person, { level: 'A' });
    await door(person);
  });
});

describe('a class for a unit', () => {
  it('shows the unit to everybody', async () => {
    const { class_id } = await newClass(api, { apply_scope: { units: [hospital] } });
    expect((await api.send(trainingclassDetail, { class_id })).scope).toEqual([
      `工作单位：医院${hospital}（含下属单位）`,
    ]);
  });

  it('follows the tree: a unit that was moved away is out of scope', async () => {
    const { class_id } = await newClass(api, { apply_scope: { units: [hospital] } });
    const action = async () => (await api.send(trainingclassDetail, { class_id }, inside)).action;
    expect(await action()).toBe('apply');
    const moveTo = (parentId: string) =>
      api.db.update(unit).set({ parent_id: parentId }).where(eq(unit.unit_id, clinic));
    await moveTo('');
    expect(await action()).toBe('not_in_scope');
    await moveTo(hospital);
  });
});

describe('the annual requirement', () => {
  it('comes from the rule of the nearest unit, then of the area', async () => {
    const rule = (ruleId: string, scope: Scope) => ({
      rule_id: ruleId,
      name: ruleId,
      site_id: 'main',
      year: 2026,
      scope,
      need_hours: 90,
      need_public: 30,
      need_pro: 60,
      need_credits: 25,
    });
    await insertCreditRules(api.db, [
      rule('of the hospital', { units: [hospital] }),
      rule('of the clinic', { units: [clinic] }),
      rule('of Ningbo', { areas: ['330200'] }),
      rule('of Zhejiang', { areas: ['330000'] }),
    ]);
    const nameFor = async (learner: Learner) =>
      (await api.send(creditsSummary, { year: 2026 }, learner)).rule.name;
    expect(await nameFor(inside)).toBe('of the clinic');
    expect(await nameFor(outside)).toBe('of Ningbo');
  });
});

describe('a cyclic tree of units', () => {
  it('terminates', async () => {
    const ring = await newUnit(api, [outside], []);
    await api.db.update(unit).set({ parent_id: ring }).where(eq(unit.unit_id, ring));
    const { class_id } = await newClass(api, { apply_scope: { units: [ring] } });
    expect((await api.send(trainingclassDetail, { class_id }, outside)).action).toBe('apply');
  });
});
