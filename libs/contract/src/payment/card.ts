import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Id, Nothing, Time, Yuan } from '../base/fields.ts';
import { codeLine } from '../base/text-fields.ts';

export const StudyCard = z.object({
  card_no: Id,
  /** `items`: unlocks the contents it names; `money`: pays up to its face value. */
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

/**
 * Binds a study card to the learner. Idempotent for one's own card. Error messages are the
 * platform's usual wording.
 */
export const cardBind = call({
  path: '/qm/api/card/bind',
  access: 'learner',
  body: z.object({
    card_no: codeLine(32, '请输入学习卡卡号'),
    password: codeLine(32, '请输入学习卡密码'),
  }),
  data: StudyCard,
});
export const cardList = call({
  path: '/qm/api/card/list',
  access: 'learner',
  repeatable: true,
  body: Nothing,
  data: z.object({ list: z.array(StudyCard) }),
});

/** Unlocks the courses of an `items` card. Idempotent: repeating returns the same enrolments. */
export const cardUse = call({
  path: '/qm/api/card/use',
  access: 'learner',
  body: z.object({ card_no: Id }),
  data: z.object({ learning_ids: z.array(Id) }),
});
