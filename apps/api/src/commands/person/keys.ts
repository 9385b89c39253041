import { sql } from 'drizzle-orm';
import type { AppContext } from '../../platform/context/context.ts';
import { NotPossibleError } from '../../platform/http/not-possible.ts';
import { certificateNumbers } from '../../credits/certificate/reseal.store.ts';
import { countUnprovenFactors, resealFactors } from '../../person/identity/factor/factor.store.ts';
import {
  countUnprovenIdNumbers,
  resealIdNumbers,
} from '../../person/identity/numbers/id-numbers.store.ts';
import { countUnproven, resealPeople } from '../../person/identity/numbers/reseal.store.ts';
import { isUnderOther } from '../../person/identity/numbers/under-other.ts';
import { deriveKeys, type Keys } from '../../person/identity/secret.rules.ts';
import { requestNumbers } from '../../person/verification/reseal.store.ts';
import type { Command } from '../staff/command.ts';

/** Unsent SMS; sent ones are never decrypted again. */
async function countWaitingTexts({ db }: AppContext, keys: Keys): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from pgboss.job
    where name = 'identity-sms' and state < 'completed'
      and ${isUnderOther(keys, sql`data ->> 'sealed'`)}`);
  return rows[0]?.n ?? 0;
}

/** Checks that every number can be decrypted and found with the current key alone. */
async function state(context: AppContext): Promise<{ isDone: boolean; said: string }> {
  const keys = deriveKeys(context.settings);
  const [current, ...others] = keys.personal;
  const left = [
    ['人员', await countUnproven(context.db, keys)],
    ['证书', await countUnprovenIdNumbers(context.db, keys, certificateNumbers)],
    ['实名申请', await countUnprovenIdNumbers(context.db, keys, requestNumbers)],
    ['待发短信', await countWaitingTexts(context, keys)],
    ['动态验证码', await countUnprovenFactors(context.db, keys)],
  ] as const;
  const isDone = left.every(([, count]) => count === 0);
  const ids = others.map(({ id }) => id).join('、');
  if (!isDone)
    return {
      isDone,
      said: `仍需其他密钥：${left.map(([name, count]) => `${name}${count}`).join('，')}`,
    };
  return {
    isDone,
    said: ids
      ? `全部号码只需密钥${current.id}，可以从 NUMBER_KEYS 中去掉密钥${ids}`
      : `全部号码只需密钥${current.id}`,
  };
}

/** The keys of mobile and identity numbers. No account required: the settings contain them
 * anyway. */
export const keys: Record<string, Command> = {
  show: {
    args: '',
    about: '核对手机号、证件号是否还需要旧密钥',
    run: async (context) => (await state(context)).said,
  },
  reseal: {
    args: '',
    about: '用 NUMBER_KEYS 中的第一个密钥重新加密手机号、证件号（可中断，可重复运行）',
    async run(context) {
      const { db, settings, now } = context;
      const allKeys = deriveKeys(settings);
      const people = await resealPeople(db, allKeys, now());
      const certificates = await resealIdNumbers(db, allKeys, certificateNumbers);
      const requests = await resealIdNumbers(db, allKeys, requestNumbers);
      const factors = await resealFactors(db, allKeys);
      const { isDone, said } = await state(context);
      const line = `已重新加密：人员${people}，证书${certificates}，实名申请${requests}，动态验证码${factors}。${said}`;
      if (!isDone)
        throw new NotPossibleError(`${line}。验证码有效的人员稍后再处理，请15分钟后重新运行`);
      return line;
    },
  },
};
