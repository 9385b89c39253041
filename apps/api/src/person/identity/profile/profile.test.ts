import type { BodyOf } from '@cme/contract/base';
import { profilePutOff, userInfo, userUpdate } from '@cme/contract/person';
import { describe, expect, it } from 'vitest';
import { newLearner, signInAgain } from '../../../../test/learner.ts';
import { signedInPerson } from '../../../../test/people.ts';
import { startApiForFile } from '../../../../test/api-for-file.ts';

const api = await startApiForFile();
let n = 7000;

type Update = BodyOf<typeof userUpdate>;
const person = (given: Parameters<typeof signedInPerson>[2] = {}) => {
  n += 1;
  return signedInPerson(api, n, given);
};
const blank = () => person({ unit_name: '', level: '' });

describe('an incomplete profile', () => {
  it('lists missing fields and prompts until all are saved', async () => {
    const who = await blank();
    expect(await api.send(userInfo, {}, who)).toMatchObject({
      is_complete: 'N',
      missing: ['unit_name', 'level'],
      profile_prompt: 'Y',
    });
    expect(await api.send(userUpdate, { level: 'B' }, who)).toMatchObject({
      is_complete: 'N',
      missing: ['unit_name'],
      profile_prompt: 'Y',
      level: 'B',
    });
    const whole = { is_complete: 'Y', missing: [], profile_prompt: 'N', series_code: '04' };
    expect(await api.send(userUpdate, { unit_name: ' 县医院 ' }, who)).toMatchObject({
      ...whole,
      unit_name: '县医院',
    });
    expect(await api.send(userInfo, {}, who)).toMatchObject(whole);
  });

  it('that was postponed prompts no more in this session, but in the next', async () => {
    const who = await blank();
    await api.send(profilePutOff, {}, who);
    await api.send(profilePutOff, {}, who);
    const now = await api.send(userInfo, {}, who);
    expect(now).toMatchObject({ is_complete: 'N', profile_prompt: 'N' });
    expect(await api.send(userUpdate, { level: 'B' }, who)).toMatchObject({ profile_prompt: 'N' });
    const token = await signInAgain(api, { user_id: who.user_id, site_id: 'main' });
    expect(await api.send(userInfo, {}, { token })).toMatchObject({ profile_prompt: 'Y' });
  });

  it.each<[string, Record<string, string>, string]>([
    ['an area that does not exist', { area_id: '110999' }, '请选择所在地区'],
    ['a whole province', { area_id: '330000' }, '请选择所在地区'],
    ['a series that does not exist', { series_code: '40' }, '请选择专业系列'],
    ['a level that does not exist', { level: 'E' }, '请选择专业级别'],
    ['a post type that does not exist', { post_type: 'X' }, '请选择岗位类型'],
    ['an empty unit', { unit_name: '  ' }, '请输入工作单位'],
    ['a unit that nobody knows', { unit_id: '01K0000000000000000000000' }, '没有找到该单位'],
  ])('refuses %s and changes nothing', async (_, given, message) => {
    const who = await blank();
    await expect(
      api.send(userUpdate, { post_type: 'M', ...given } as Update, who),
    ).rejects.toMatchObject({ statusCode: 400, message: expect.stringContaining(message) });
    expect(await api.send(userInfo, {}, who)).toMatchObject({ post_type: 'E', is_complete: 'N' });
  });

  it('does not affect guests or other people', async () => {
    await expect(api.send(userUpdate, { level: 'B' })).rejects.toMatchObject({ statusCode: 401 });
    await expect(api.send(profilePutOff, {})).rejects.toMatchObject({ statusCode: 401 });
    const [one, other] = [await blank(), await newLearner(api)];
    await api.send(userUpdate, { level: 'C' }, one);
    expect(await api.send(userInfo, {}, other)).toMatchObject({ level: 'A' });
  });
});
