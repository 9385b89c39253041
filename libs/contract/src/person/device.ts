import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Flag, Id, Nothing, Time } from '../base/fields.ts';

/** An open sign-in of the person, on some browser. */
export const DeviceRow = z.object({
  session_id: Id,
  /** System and browser in words: `Windows 电脑 · Chrome`. */
  device: z.string(),
  /** Where it signed in from, the end hidden: `10.7.*.*`. */
  address: z.string(),
  signed_in_at: Time,
  /** To the minute. */
  seen_at: Time,
  /** Y: the one that asks. */
  is_current: Flag,
});
export type DeviceRow = z.infer<typeof DeviceRow>;

const Devices = z.object({ list: z.array(DeviceRow) });

/** The person's open sign-ins: the one that asks first, then by last use. */
export const deviceList = call({
  path: '/qm/api/user/device/list',
  access: 'learner',
  body: Nothing,
  data: Devices,
});

/** Ends another sign-in of the person, and answers which are left; one that is over already stays
 * over. Refused: `not_found`. The one that asks is ended by `logout` instead. */
export const deviceSignOut = call({
  path: '/qm/api/user/device/sign_out',
  access: 'learner',
  body: z.object({ session_id: Id }),
  data: Devices,
});

/** Ends all sign-ins of the person but the one that asks. */
export const deviceSignOutOthers = call({
  path: '/qm/api/user/device/sign_out_others',
  access: 'learner',
  body: Nothing,
  data: Devices,
});
