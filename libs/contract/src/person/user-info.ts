import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Flag, Id } from '../base/fields.ts';

/** The signed-in person, personal numbers masked (138****0001, 110105********002X). */
export const UserInfo = z.object({
  user_id: Id,
  real_name: z.string(),
  mobile: z.string(),
  id_no: z.string(),
  id_type: z.string(),
  gender: z.string(),
  birth_date: z.string(),
  area_id: z.string(),
  area_name: z.string(),
  unit_name: z.string(),
  series_code: z.string(),
  level: z.string(),
  post_type: z.string(),
  verify_status: z.string(),
  /** N: the profile still misses something that study needs. */
  is_complete: Flag,
  unread_count: z.number(),
  /** `unit_admin` too, for whoever administers a unit. */
  roles: z.array(z.string()),
  /** The unit of the table, if any, and where the person stands with it: a word of
   * `unitStatuses`. */
  unit_id: z.optional(z.string()),
  unit_status: z.optional(z.string()),
  /** What the profile misses: words of `profileFields`. */
  missing: z.optional(z.array(z.string())),
  /** Y: ask for it now; it has not been put off in this session. */
  profile_prompt: z.optional(Flag),
});
export type UserInfo = z.infer<typeof UserInfo>;

const spellings = new Set(['Y', 'N', 'TRUE', 'FALSE', '1', '0', '']);
/** Y or N, as clients of any age write it: true, false, 1 and 0 too, in any letters. */
const LooseFlag = z.coerce.string().check(
  z.maxLength(5),
  z.refine((value) => spellings.has(value.toUpperCase())),
);

/** Answers to GET as well as POST. `isUpdate` Y asks past any cache. */
export const userInfo = call({
  path: '/qm/api/user_info',
  access: 'learner',
  body: z.object({
    isUpdate: z.optional(LooseFlag),
    timeStamp: z.optional(z.string().check(z.maxLength(32))),
  }),
  data: UserInfo,
});
