import {
  messageChoices,
  messageChoose,
  type MessageKind,
  messageList,
  userInfo,
} from '@cme/contract/person';
import { ulid } from 'ulid';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Learner, newLearner } from '../../../test/learner.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { insertMessages, mostUnread } from './message.store.ts';

const api = await startApiForFile();
let learner: Learner;
beforeEach(async () => {
  learner = await newLearner(api);
});

const newMessages = (kinds: MessageKind[], userId = learner.user_id) =>
  insertMessages(
    api.db,
    kinds.map((kind) => ({
      id: ulid(),
      site_id: 'main',
      user_id: userId,
      kind,
      title: kind,
      text: kind,
      created_at: api.clock.now(),
    })),
  );
const box = async () => {
  const { list, unread_count } = await api.send(messageList, {}, learner);
  return [list.map(({ kind }) => kind).toSorted(), unread_count];
};

describe('notification preferences', () => {
  test('default to every channel', async () => {
    const { list } = await api.send(messageChoices, {}, learner);
    expect(list).toHaveLength(7);
    expect(new Set(list.map((row) => row.box + row.badge))).toEqual(new Set(['YY']));
    await newMessages(['study', 'order']);
    expect(await box()).toEqual([['order', 'study'], 2]);
  });

  test('apply to later messages of that person', async () => {
    const other = await newLearner(api);
    await api.send(messageChoose, { kind: 'study', box: 'N', badge: 'N' }, learner);
    await api.send(messageChoose, { kind: 'exam', box: 'Y', badge: 'N' }, learner);
    await newMessages(['study', 'exam', 'order']);
    await newMessages(['study'], other.user_id);
    expect(await box()).toEqual([['exam', 'order'], 1]);
    expect(await api.send(userInfo, {}, other)).toMatchObject({ unread_count: 1 });
    await api.send(messageChoose, { kind: 'study', box: 'Y', badge: 'Y' }, learner);
    await newMessages(['study']);
    expect(await box()).toEqual([['exam', 'order', 'study'], 2]);
  });

  test.each(['system', 'order', 'certificate'] as const)(
    'do not suppress messages about account, money or certificates: %s',
    async (kind) => {
      await expect(
        api.send(messageChoose, { kind, box: 'N', badge: 'Y' }, learner),
      ).rejects.toMatchObject({ code: 'not_allowed' });
    },
  );
});

test('unread messages are counted up to a hundred, in the header and in the list alike', async () => {
  await newMessages(Array.from({ length: mostUnread + 20 }, () => 'study' as const));
  expect(await api.send(userInfo, {}, learner)).toMatchObject({ unread_count: mostUnread });
  expect(await api.send(messageList, {}, learner)).toMatchObject({
    unread_count: mostUnread,
    total: mostUnread + 20,
  });
});
