import type { FastifyRequest } from 'fastify';
import type { Db } from '../../database.ts';
import type { House } from '../../house.ts';
import { Refusal } from '../../refusal.ts';
import { addHits, giveBack, hitsSince, holdKeys, limiting } from './limit.store.ts';
import type { Keys } from './secret.rules.ts';
import { checkCode, type Scene } from './sms.store.ts';

/** Wrong codes that one address may try in an hour, over all numbers: a whole hospital stands behind some addresses. */
const wrongPerHour = 100;
const hourMs = 3_600_000;

export const wrongCode = () => new Refusal(400, '验证码错误或已失效', 'sms_wrong');

interface Ask {
  request: FastifyRequest;
  house: House;
  db: Db;
}

/** Goes on only when the code is the one that was sent for this scene; it is not spent yet. */
export async function proveNumber({ request, house, db }: Ask, keys: Keys, scene: Scene, code: string): Promise<void> {
  const now = house.now();
  const key = `code-from:${request.ip}`;
  const taken = await limiting(db, request.ip, async (tx) => {
    await holdKeys(tx, now, [key]);
    const hits = await hitsSince(tx, key, new Date(now.getTime() - hourMs));
    return hits.length < wrongPerHour ? addHits(tx, now, [{ key }]) : undefined;
  });
  if (!taken) throw new Refusal(429, '操作过于频繁，请稍后再试', 'rate_limited');
  if (!(await checkCode(db, now, keys, scene, code))) throw wrongCode();
  await giveBack(db, taken);
}
