import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Flag, Nothing } from '../base/fields.ts';

export const logout = call({
  path: '/qm/api/logout',
  access: 'public',
  body: Nothing,
  data: Nothing,
});

/**
 * Issues a new token (in `message`) to an origin of the same site without one, based on the
 * family's cookie. Requires an allowed Origin and the header `X-CME-Restore: 1`. Without a live
 * session: `restored` N, no token.
 */
export const sessionRestore = call({
  path: '/qm/api/session/restore',
  access: 'public',
  body: Nothing,
  data: z.object({ restored: Flag }),
});

/**
 * Long poll of up to 25 s for news about this session; repeat while the tab is visible. `signed_in`
 * N means that the session has ended, without a 401. Returns immediately when `unread_count`
 * differs from the given one.
 */
export const sessionWatch = call({
  path: '/qm/api/session/watch',
  access: 'public',
  repeatable: true,
  beforeAdmission: true,
  body: z.object({ unread_count: z.optional(z.string().check(z.maxLength(10))) }),
  data: z.object({ signed_in: Flag, unread_count: z.number() }),
});
