import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Id, Nothing, Time, Yuan } from '../base/fields.ts';

export const StudyCard = z.object({
  card_no: Id,
  /** `items`: opens what it names; `money`: pays up to its face. */
  card_type: z.string(),
  face: Yuan,
  left: Yuan,
  /** `bound`, `used_up`, `expired`, `disabled`. */
  status: z.string(),
  status_name: z.string(),
  bound_at: Time,
  expire_at: Time,
  items: z.array(z.object({ content_type: z.string(), content_id: Id, title: z.string() })),
});
export type StudyCard = z.infer<typeof StudyCard>;

/** Binds a study card to the learner; binding one's own card again succeeds. Messages as the field
 * writes them. */
export const cardBind = call({
  path: '/qm/api/card/bind',
  access: 'learner',
  body: z.object({
    card_no: z.string().check(z.trim(), z.minLength(1, '请输入学习卡卡号'), z.maxLength(32)),
    password: z.string().check(z.trim(), z.minLength(1, '请输入学习卡密码'), z.maxLength(32)),
  }),
  data: StudyCard,
});
export const cardList = call({
  path: '/qm/api/card/list',
  access: 'learner',
  body: Nothing,
  data: z.object({ list: z.array(StudyCard) }),
});

/** Opens the courses that an `items` card names; using it again answers the same enrolments. */
export const cardUse = call({
  path: '/qm/api/card/use',
  access: 'learner',
  body: z.object({ card_no: Id }),
  data: z.object({ learning_ids: z.array(Id) }),
});
