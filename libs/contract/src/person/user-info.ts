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
  /** N: the profile lacks something required for study. */
  is_complete: Flag,
  unread_count: z.number(),
  /** Includes `unit_admin` for administrators of a unit. */
  roles: z.array(z.string()),
  /**
   * The unit from the directory, if any, and the person's relation to it: one of `unitStatuses`.
   */
  unit_id: z.optional(z.string()),
  unit_status: z.optional(z.string()),
  /** One of `admissions`; anybody but `admitted` is shown only where they stand. */
  admission: z.optional(z.string()),
  /** Missing profile fields: values of `profileFields`. */
  missing: z.optional(z.array(z.string())),
  /** Y: prompt now; it was not snoozed in this session. */
  profile_prompt: z.optional(Flag),
});
export type UserInfo = z.infer<typeof UserInfo>;

const spellings = new Set(['Y', 'N', 'TRUE', 'FALSE', '1', '0', '']);
/** Y or N in any spelling used by clients: true, false, 1 and 0 too, in any case. */
const LooseFlag = z.coerce.string().check(
  z.maxLength(5),
  z.refine((value) => spellings.has(value.toUpperCase())),
);

/** Also accepts GET. `isUpdate` Y bypasses caches. */
export const userInfo = call({
  path: '/qm/api/user_info',
  access: 'learner',
  repeatable: true,
  beforeAdmission: true,
  body: z.object({
    isUpdate: z.optional(LooseFlag),
    timeStamp: z.optional(z.string().check(z.maxLength(32))),
  }),
  data: UserInfo,
});
