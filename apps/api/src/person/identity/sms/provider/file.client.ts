import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendSms } from './provider.ts';

/** The file provider: each SMS is one line of `outbox/sms.jsonl`, readable by the owner of the data
 * folder only. */
export const fileSms =
  (dataDir: string): SendSms =>
  async ({ mobile, scene, code, at }) => {
    const folder = join(dataDir, 'outbox');
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const line = `${JSON.stringify({ mobile, scene, code, at })}\n`;
      await appendFile(join(folder, 'sms.jsonl'), line, { mode: 0o600 });
      return { result: 'accepted', code: '' };
    } catch (fault) {
      const code = fault instanceof Error && 'code' in fault ? String(fault.code) : 'error';
      return { result: 'unsent', code };
    }
  };
