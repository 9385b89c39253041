import { createHash, randomInt } from 'node:crypto';
import { openClient, type OpenClient } from '@cme/commons/api-client';
import { fetchAs } from '@cme/commons/api-client/node';
import type { BodyOf } from '@cme/contract/base';
import { captcha, loginSmsCode, registPerson, unitSearch } from '@cme/contract/person';
import { newIdNumber, newMobile, password, readSmsCode } from './people.ts';
import { direct, origins } from './origins.ts';
import { decideApplication } from './unit-admin.ts';

export interface Person {
  mobile: string;
  name: string;
  idNo: string;
}

export const newPerson = (): Person => ({
  mobile: newMobile(),
  name: '苏晚晴',
  idNo: newIdNumber(),
});

/** Each account uses its own address, because rate limits apply per address. */
const randomAddress = (): string =>
  `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;

/** The hospital, whose site admits people with its approval. */
async function findUnit({ send }: Pick<OpenClient, 'send'>): Promise<string | undefined> {
  const keyword = '清渚市第一人民医院';
  const { list } = await send(unitSearch, { area_id: '330106', keyword });
  return list.find(({ name }) => name === keyword)?.unit_id;
}

/** Creates an account with the same calls as the form; a nurse of Hangzhou by default. On a closed
 * site the unit approves it. */
export async function createAccount(
  origin: string,
  details: Partial<Pick<BodyOf<typeof registPerson>, 'series_code' | 'level' | 'unit_id'>> = {},
): Promise<Person> {
  const person = newPerson();
  const { send } = openClient({
    apiBase: direct.address,
    fullDomainName: new URL(origin).hostname,
    fetch: fetchAs(direct.hostOf(origin), randomAddress()),
  });
  const isApproved = origin === origins.hospital && details.unit_id === undefined;
  const unit_id = isApproved ? await findUnit({ send }) : details.unit_id;
  const captchaReply = await send(captcha, { mobile: person.mobile, scene: 'regist' });
  const {
    captcha_id,
    challenge: { challenge, salt, algorithm, signature },
  } = captchaReply;
  let number = 0;
  while (
    createHash('sha256')
      .update(salt + number)
      .digest('hex') !== challenge
  )
    number += 1;
  const captcha_code = Buffer.from(
    JSON.stringify({ algorithm, challenge, number, salt, signature }),
  ).toString('base64');
  await send(loginSmsCode, { mobile: person.mobile, scene: 'regist', captcha_id, captcha_code });
  await send(registPerson, {
    mobile: person.mobile,
    sms_code: await readSmsCode(person.mobile),
    password,
    real_name: person.name,
    id_no: person.idNo,
    area_id: '330106',
    unit_name: '省人民医院',
    series_code: '04',
    level: 'A',
    post_type: 'E',
    agree: 'Y',
    ...details,
    unit_id,
  });
  if (isApproved)
    await decideApplication(
      ({ mobile }) => mobile.slice(-4) === person.mobile.slice(-4),
      'approve',
    );
  return person;
}
