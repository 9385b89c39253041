import { messageList } from '@cme/contract/person';
import { noteList } from '@cme/contract/study';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { signInAgain } from '../../../test/learner.ts';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { sampleId } from '@cme/sample/ids';
import type { Account } from '../staff/account.ts';
import { note } from './note.ts';

const api = await startApiForFile({ sample: true });

const account: Account = { user_id: 'T', name: '教师', roles: ['super'] };
const run = (name: string, ...args: string[]) => note[name]!.run(api.context, args, account);

describe('a public note', () => {
  test('is hidden with a reason and shown again: its author keeps it and is notified', async () => {
    const { rows } = await api.db.execute<{ note_id: string; content_id: string; user_id: string }>(
      sql`select note_id, content_id, user_id from note where is_public = 'Y' and user_id = ${sampleId('user', 'nurse')} limit 1`,
    );
    const { note_id, content_id, user_id } = rows[0]!;
    const host = 'cme.localhost';
    const site_id = sampleId('site', 'main');
    const author = { token: await signInAgain(api, { user_id, site_id }), host };
    const idsFor = async (scope: 'mine' | 'public') =>
      (await api.send(noteList, { id: content_id, scope }, author)).list.map((row) => row.note_id);
    expect(await run('list')).toContain(note_id);
    expect(() => run('hide', note_id)).toThrow('缺少原因');
    expect(await run('hide', note_id, '含有他人电话')).toBe('已隐藏');
    expect(await run('list')).not.toContain(note_id);
    expect(await run('hidden')).toContain(note_id);
    expect(await idsFor('mine')).toContain(note_id);
    expect((await api.send(messageList, {}, author)).list[0]).toMatchObject({
      title: '您的笔记已不再公开',
      text: expect.stringContaining('含有他人电话') as string,
    });
    expect(await run('show', note_id)).toBe('已恢复公开');
    expect(await run('list')).toContain(note_id);
    await expect(run('show', 'nobody')).rejects.toThrow('没有找到这条公开笔记');
  });
});
