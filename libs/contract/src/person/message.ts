import * as z from 'zod/mini';
import { call } from '../base/call.ts';
import { Count, Flag, Id, Nothing, Page, PageSize, pageOf, Time } from '../base/fields.ts';

/** Message topics. */
export const messageKinds = [
  'system',
  'study',
  'exam',
  'order',
  'credit',
  'certificate',
  'class',
] as const;
export type MessageKind = (typeof messageKinds)[number];

/**
 * Link targets of a message; `link_id` is the target's id, number or code, if any. A client shows a
 * message of an unknown type without a link.
 * - `order`: an order by its code, its refunds and invoices too · `declare`: a declaration
 * - `exam`: an attempt by `score_id` · `certificate`: by number · `L`, `R`, `A`, `Z`, `Y`, `P`,
 *   `X`, `C`: a content
 * - `learn`, `myexam`, `trainingclass`, `setting`, `myfile`: a page of the personal centre · `news`:
 *   a news item
 */
export const messageLinks = [
  'order',
  'declare',
  'exam',
  'certificate',
  'C',
  'P',
  'X',
  'L',
  'R',
  'A',
  'Z',
  'Y',
  'learn',
  'myexam',
  'trainingclass',
  'setting',
  'myfile',
  'news',
] as const;
export type MessageLink = (typeof messageLinks)[number];

const Unread = z.object({ unread_count: z.number() });

/** The person's unread messages plus unseen broadcasts. */
export const topNoticeCount = call({
  path: '/qm/api/message/top_notice_count',
  access: 'learner',
  repeatable: true,
  body: Nothing,
  data: Unread,
});

export const messageTabs = ['all', 'unread', ...messageKinds] as const;
export type MessageTab = (typeof messageTabs)[number];

export const MessageRow = z.object({
  message_id: Id,
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  /** One of `messageLinks`, or empty. */
  link_type: z.string(),
  link_id: z.string(),
  /** `unread` · `read` */
  status: z.string(),
  created_at: Time,
});
export type MessageRow = z.infer<typeof MessageRow>;

/**
 * The person's messages and the site's broadcasts, newest first, without deleted ones. `counts` are
 * unread messages per tab; `all` and `unread` equal the header's count.
 */
export const messageList = call({
  path: '/qm/api/message/list',
  access: 'learner',
  repeatable: true,
  body: z.object({
    tab: z._default(z.enum(messageTabs), 'all'),
    page: Page,
    page_size: PageSize,
  }),
  data: z.extend(pageOf(MessageRow), {
    unread_count: Count,
    counts: z.record(z.string(), Count),
  }),
});

const Ref = z.object({ message_id: Id });

/** Marks a message as read. Idempotent. Refused: `not_found`. */
export const messageRead = call({
  path: '/qm/api/message/read',
  access: 'learner',
  body: Ref,
  data: Unread,
});

/** Marks all current messages as read, of one kind if given. */
export const messageReadAll = call({
  path: '/qm/api/message/read_all',
  access: 'learner',
  body: z.object({ kind: z.optional(z.enum(messageKinds)) }),
  data: Unread,
});

/** Removes a message from the list. Idempotent. Refused: `not_found`. */
export const messageDelete = call({
  path: '/qm/api/message/delete',
  access: 'learner',
  body: Ref,
  data: Unread,
});

/** Restores a deleted message as read. Refused: `not_found`. */
export const messageRestore = call({
  path: '/qm/api/message/restore',
  access: 'learner',
  body: Ref,
  data: Unread,
});

/** Notification settings of one kind of message. */
export const MessageChoice = z.object({
  kind: z.string(),
  name: z.string(),
  /** 站内消息 */
  box: Flag,
  /** 计入未读提醒; has no effect without `box`. */
  badge: Flag,
  /** N: mandatory, cannot be switched off. */
  can_refuse: Flag,
});
export type MessageChoice = z.infer<typeof MessageChoice>;
const Choices = z.object({ list: z.array(MessageChoice) });

export const messageChoices = call({
  path: '/qm/api/message/choices',
  access: 'learner',
  repeatable: true,
  body: Nothing,
  data: Choices,
});

/** Refused: `not_allowed` for a mandatory kind. Existing messages stay. */
export const messageChoose = call({
  path: '/qm/api/message/choose',
  access: 'learner',
  body: z.object({ kind: z.enum(messageKinds), box: Flag, badge: Flag }),
  data: Choices,
});
