import type { BodyOf } from '@cme/contract/base';
import { profileDetail, profileDetailUpdate } from '@cme/contract/person';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { startApiForFile } from '../../../../test/api-for-file.ts';
import { signedInPerson } from '../../../../test/people.ts';
import { user } from '../identity.tables.ts';

const api = await startApiForFile();
let n = 7600;
const person = () => signedInPerson(api, (n += 1));
type Update = BodyOf<typeof profileDetailUpdate>;

const whole: Update = {
  title_name: '主管护师',
  title_date: '2022-06-30',
  department: '心血管内科',
  post_name: '护士长',
  education: '3',
  email: 'li.xiaoming@example.com',
  practice_no: '200811000123',
  grass_roots: 'N',
};
const shown = {
  ...whole,
  education_name: '大学本科',
  email: 'l****@example.com',
  email_verified: 'N',
  practice_no: '2****0123',
  picture: '',
};

const photo = (width = 400, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'somebody', ImageDescription: 'at home' } })
    .toBuffer();

describe('what a person states about themselves', () => {
  it('is empty at first, is saved, and is read with masked address and number', async () => {
    const who = await person();
    expect(await api.send(profileDetail, {}, who)).toMatchObject({ title_date: '', email: '' });
    expect(await api.send(profileDetailUpdate, whole, who)).toEqual(shown);
    expect(await api.send(profileDetail, {}, who)).toEqual(shown);
  });

  it('changes field by field, and is emptied by an empty value', async () => {
    const who = await person();
    await api.send(profileDetailUpdate, whole, who);
    const change = { department: '', email: '' };
    expect(await api.send(profileDetailUpdate, change, who)).toEqual({ ...shown, ...change });
  });

  it('is stored encrypted where it is an address or a number', async () => {
    const who = await person();
    await api.send(profileDetailUpdate, whole, who);
    const [row] = await api.db.select().from(user).where(eq(user.user_id, who.user_id));
    expect(JSON.stringify(row)).not.toMatch(/xiaoming|200811000123/);
    expect(api.logged()).not.toMatch(/xiaoming|200811000123/);
  });

  it.each<[string, Update, Update]>([
    [
      'full-width digits',
      { practice_no: '１１０１０１９９００１２３４５' },
      { practice_no: '1****2345' },
    ],
    ['spaces and hyphens', { practice_no: ' 1101-0199 0012345 ' }, { practice_no: '1****2345' }],
    ['invisible characters', { email: '\u200bli＠example.com ' }, { email: 'l****@example.com' }],
    ['spaces around words', { department: '  心内科　一病区 ' }, { department: '心内科 一病区' }],
  ])('may be typed with %s', async (_, given, kept) => {
    expect(await api.send(profileDetailUpdate, given, await person())).toMatchObject(kept);
  });

  it.each<[string, Update, string]>([
    ['an address without a domain', { email: 'li@' }, '请输入正确的电子邮箱'],
    ['a masked address', { email: 'l****@example.com' }, '请输入正确的电子邮箱'],
    ['a short number', { practice_no: '1234' }, '执业证号为8-20位数字或字母，请核对证书'],
    ['a masked number', { practice_no: '2****0123' }, '执业证号为8-20位数字或字母，请核对证书'],
    ['a day that does not exist', { title_date: '2023-02-30' }, '请选择取得职称的日期'],
    ['a day to come', { title_date: '2999-01-01' }, '取得职称的日期不能晚于今天'],
    ['an unknown education', { education: '9' } as unknown as Update, '请选择学历'],
    ['a long department', { department: '科'.repeat(31) }, '科室最多30个字'],
    ['a picture that is none', { picture: 'PHN2Zz48L3N2Zz4=' }, '照片打不开'],
  ])('is refused with %s, and nothing changes', async (_, given, message) => {
    const who = await person();
    await api.send(profileDetailUpdate, whole, who);
    await expect(
      api.send(profileDetailUpdate, { post_name: '院长', ...given }, who),
    ).rejects.toMatchObject({ statusCode: 400, message: expect.stringContaining(message) });
    expect(await api.send(profileDetail, {}, who)).toEqual(shown);
  });

  it('is nobody else’s: guests are refused, others read their own', async () => {
    await api.send(profileDetailUpdate, whole, await person());
    expect(await api.send(profileDetail, {}, await person())).toMatchObject({ post_name: '' });
    await expect(api.send(profileDetail, {})).rejects.toMatchObject({ statusCode: 401 });
    await expect(api.send(profileDetailUpdate, whole)).rejects.toMatchObject({ statusCode: 401 });
  });
});

describe('the picture of a person', () => {
  it('is drawn anew as a square without hidden data, and can be removed', async () => {
    const who = await person();
    const picture = (await photo()).toString('base64');
    const saved = await api.send(profileDetailUpdate, { picture }, who);
    const [head, base64 = ''] = saved.picture.split(',');
    expect(head).toBe('data:image/jpeg;base64');
    const { width, height, exif } = await sharp(Buffer.from(base64, 'base64')).metadata();
    expect({ width, height, exif }).toEqual({ width: 320, height: 320, exif: undefined });
    expect(await api.send(profileDetailUpdate, { picture: '' }, who)).toMatchObject({
      picture: '',
    });
  });

  it('with more points than a screen has is refused', async () => {
    const picture = (await photo(4100, 1000)).toString('base64');
    await expect(api.send(profileDetailUpdate, { picture }, await person())).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('照片打不开'),
    });
  });
});
