import { profileDetail, profileDetailUpdate } from '@cme/contract/person';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../../platform/context/context.ts';
import { answer } from '../../../platform/http/answer.ts';
import { formatDay } from '../../../platform/http/format-time.ts';
import { RefusalError } from '../../../platform/http/refusal.ts';
import { type Keys, seal } from '../secret.rules.ts';
import { findUser, lockUser } from '../user.store.ts';
import { readDetail, setDetail, setPicture } from './detail.store.ts';
import { redrawSquare } from './picture.rules.ts';
import { withoutUndefined } from './profile.rules.ts';

const signedOut = () => new RefusalError(401, '请先登陆', 'need_login');
const invalidField = (message: string, field: string) =>
  new RefusalError(400, message, 'bad_request', { field });

/** The calls of what a person states about themselves. */
export function registerProfileDetail(app: FastifyInstance, context: AppContext, keys: Keys): void {
  answer(app, context, profileDetail, async ({ db, person }) => {
    const row = await findUser(db, person.user_id);
    if (!row) throw signedOut();
    return readDetail(db, keys, row);
  });
  answer(
    app,
    context,
    profileDetailUpdate,
    async ({ body, db, person }) => {
      const now = context.now();
      const { email, practice_no, picture, ...stated } = body;
      if (stated.title_date && stated.title_date > formatDay(now))
        throw invalidField('取得职称的日期不能晚于今天', 'title_date');
      const drawn = picture ? await redrawSquare(picture) : picture;
      if (picture && !drawn) throw invalidField('照片打不开，请选择JPG或PNG格式的照片', 'picture');
      const { user_id } = person;
      const sealed = (name: string, value: string | undefined) =>
        value && seal(keys.personal, value, `${name}/${user_id}`);
      return db.transaction(async (tx) => {
        const row = await lockUser(tx, user_id);
        if (!row) throw signedOut();
        await setDetail(
          tx,
          user_id,
          withoutUndefined({
            ...stated,
            email_sealed: sealed('email', email),
            practice_sealed: sealed('practice', practice_no),
          }),
        );
        if (drawn !== undefined) await setPicture(tx, row, drawn, now);
        return readDetail(tx, keys, (await findUser(tx, user_id)) ?? row);
      });
    },
    { perMinute: 20 },
  );
}
