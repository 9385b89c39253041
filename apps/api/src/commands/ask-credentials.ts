import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Usage } from './command.ts';

/** Number and password from the environment, otherwise prompted for; the password is not echoed. */
export async function askCredentials(
  env: NodeJS.ProcessEnv,
): Promise<{ mobile: string; password: string }> {
  const { STAFF: mobile, STAFF_PASSWORD: password } = env;
  if (mobile && password) return { mobile, password };
  if (!process.stdin.isTTY) throw new Usage('办理须注明工作人员：STAFF=手机号 STAFF_PASSWORD=密码');
  return {
    mobile: mobile || (await readAnswer('工作人员手机号：', true)),
    password: await readAnswer('密码：', false),
  };
}

async function readAnswer(question: string, isShown: boolean): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const line = createInterface({
    input: process.stdin,
    output: isShown ? process.stderr : silent,
    terminal: true,
  });
  try {
    return await line.question('');
  } finally {
    line.close();
    if (!isShown) process.stderr.write('\n');
  }
}
