import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Flag, Id, Nothing, Time } from '../base/fields.ts';
import { stepUpFields } from './security.ts';

/** An active sign-in of the person in a browser. */
export const DeviceRow = z.object({
  session_id: Id,
  /** System and browser: `Windows 电脑 · Chrome`. */
  device: z.string(),
  /** Masked address of the sign-in: `10.7.*.*`. */
  address: z.string(),
  signed_in_at: Time,
  /** Rounded to the minute. */
  seen_at: Time,
  /** Y: the current one. */
  is_current: Flag,
});
export type DeviceRow = z.infer<typeof DeviceRow>;

const Devices = z.object({ list: z.array(DeviceRow) });

/** The person's active sign-ins: the current one first, then by last use. */
export const deviceList = call({
  path: '/qm/api/user/device/list',
  access: 'learner',
  repeatable: true,
  body: Nothing,
  data: Devices,
});

/**
 * Ends another sign-in and returns the remaining ones. Idempotent. Refused: `not_found`. The
 * current one is ended by `logout`.
 */
export const deviceSignOut = call({
  path: '/qm/api/user/device/sign_out',
  access: 'learner',
  body: z.object({ session_id: Id }),
  data: Devices,
});

/**
 * Ends all sign-ins except the current one; `end_wechat` Y also unbinds WeChat and requires step-up
 * authentication.
 */
export const deviceSignOutOthers = call({
  path: '/qm/api/user/device/sign_out_others',
  access: 'learner',
  body: z.object({ end_wechat: z.optional(Flag), ...stepUpFields }),
  data: Devices,
});
