import type { Call } from './base/call.ts';
import * as content from './content/index.ts';
import * as credits from './credits/index.ts';
import * as payment from './payment/index.ts';
import * as person from './person/index.ts';
import * as site from './site/index.ts';
import * as study from './study/index.ts';

const isCall = (item: unknown): item is Call =>
  typeof item === 'object' && item !== null && 'path' in item && 'encoding' in item;

const rooms = { site, person, content, study, credits, payment };

/** Each room's calls, for programs that treat all calls alike; pages import a room. */
export const callsByRoom: Readonly<Record<string, readonly Call[]>> = Object.fromEntries(
  Object.entries(rooms).map(([room, exports]) => [
    room,
    Object.values<unknown>(exports).filter(isCall),
  ]),
);

export const everyCall: readonly Call[] = Object.values(callsByRoom).flat();
