import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Flag, Nothing } from '../base/fields.ts';

export const logout = call({
  path: '/qm/api/logout',
  access: 'public',
  body: Nothing,
  data: Nothing,
});

/** Hands a fresh token (in `message`) to an origin of the same site that has none, on the
 * strength of the family's cookie. Demands an allowed Origin and the header `X-CME-Restore: 1`.
 * Without a live session: `restored` N, no token. */
export const sessionRestore = call({
  path: '/qm/api/session/restore',
  access: 'public',
  body: Nothing,
  data: z.object({ restored: Flag }),
});

/** Waits up to 25 s for something to tell about this session, then answers; ask again at once
 * while the tab is visible. `signed_in` N is the end of the session, told without a 401. Answers
 * at once when `unread_count` differs from the given one. */
export const sessionWatch = call({
  path: '/qm/api/session/watch',
  access: 'public',
  body: z.object({ unread_count: z.optional(z.string().check(z.maxLength(10))) }),
  data: z.object({ signed_in: Flag, unread_count: z.number() }),
});
