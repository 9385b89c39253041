import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { smsTextScenes } from './sms-template.ts';

const Approved = z.object({
  signs: z.array(z.string()),
  templates: z.record(z.string(), z.object({ scene: z.string(), text: z.string() })),
});

/** The account at the embedded providers, known to both sides, and what they have approved. */
export const SmsSandbox = z.object({
  control: z.string(),
  aliyun: z.object({ key_id: z.string(), key_secret: z.string(), approved: Approved }),
  tencent: z.object({
    secret_id: z.string(),
    secret_key: z.string(),
    app_id: z.string(),
    approved: Approved,
  }),
});
export type SmsSandbox = z.infer<typeof SmsSandbox>;

const sandboxSign = '继续教育平台';
const secret = (length: number) => randomBytes(length).toString('hex');

/** One template per scene, so that the provider knows what a message is for. */
const createTemplates = (first: number, prefix: string, text: string) =>
  Object.fromEntries(
    smsTextScenes.map((scene, index) => [`${prefix}${first + index}`, { scene, text }]),
  );

/** The account's setting of its templates. */
export function listTemplates({ templates }: z.infer<typeof Approved>): string {
  return Object.entries(templates)
    .map(([id, { scene, text }], index) => {
      const template = text.includes('{2}') ? `${id}+minutes` : id;
      return index === 0 ? template : `${scene}:${template}`;
    })
    .join();
}

const createSandbox = (): SmsSandbox => ({
  control: secret(24),
  aliyun: {
    key_id: `LTAI${secret(10)}`,
    key_secret: secret(15),
    approved: {
      signs: [sandboxSign],
      templates: createTemplates(154950001, 'SMS_', '您的验证码为：${code}，请勿泄露于他人！'),
    },
  },
  tencent: {
    secret_id: `AKID${secret(16)}`,
    secret_key: secret(16),
    app_id: '1400006666',
    approved: {
      signs: [sandboxSign],
      templates: createTemplates(449739, '', '您的验证码是{1}，请于{2}分钟内填写。'),
    },
  },
});

const sandboxFile = (dataDir: string) => join(dataDir, 'sms', 'providers.json');

/** Creates the account once and stores it in the data folder. */
export function readSmsSandbox(dataDir: string): SmsSandbox {
  const file = sandboxFile(dataDir);
  if (!existsSync(file)) {
    mkdirSync(join(dataDir, 'sms'), { recursive: true, mode: 0o700 });
    writeFileSync(file, JSON.stringify(createSandbox(), undefined, 2), { mode: 0o600 });
  }
  return SmsSandbox.parse(JSON.parse(readFileSync(file, 'utf8')));
}
