import AxeBuilder from '@axe-core/playwright';
import type { Application } from '@cme/contract/site/rollout';
import { type Browser, chromium, errors, type Page } from '@playwright/test';
import { buildEdge } from '../../apps/edge/src/app.ts';
import { type EdgeSettings, readSettings } from '../../apps/edge/src/settings/settings.ts';
import { freePort } from '../free-port.ts';
import { prepareBrowser, findProgram } from '../test/browsers.ts';

export interface Booting {
  application: Application;
  id: string;
  live: Partial<Record<Application, string>>;
  /** Settings of the edge that serves the candidate before its activation. */
  env: NodeJS.ProcessEnv;
  /** The customer domain on which areas are mounted. */
  customer?: string;
}

/** Timeout for the start of a page, and after an uncaught error. */
const timeoutMs = 30_000;
const timeoutAfterErrorMs = 5000;

const onMain: Record<Application, [string, string]> = {
  portal: ['', '/'],
  player: ['player.', '/player/none/play'],
  'user-centre': ['user.', '/user/learn'],
  commons: ['', '/login'],
};
const onCustomer: Record<Application, string> = {
  portal: '/login',
  player: '/player/none/play',
  'user-centre': '/user/learn',
  commons: '/login',
};

/** The installation's settings for a separate edge. Only its port differs: an API port that is not
 * set derives from the installation's. */
export const readBootSettings = (env: NodeJS.ProcessEnv, port: number): EdgeSettings => ({
  ...readSettings(env),
  port,
  logLevel: 'silent',
});

/** Opens the candidate together with the active releases in a browser, through a separate edge, and
 * returns the browser's errors on the main domain and on a customer domain. */
export async function findBootFaults(options: Booting): Promise<string[]> {
  prepareBrowser('chromium');
  const port = await freePort();
  const settings = readBootSettings(options.env, port);
  const ids = { ...options.live, [options.application]: options.id };
  const edge = buildEdge(settings, 'gate', ids);
  await edge.listen({ port, host: '127.0.0.1' });
  const browser = await chromium.launch({
    executablePath: findProgram('chromium'),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--host-resolver-rules=MAP * 127.0.0.1',
    ],
  });
  try {
    const [sub, path] = onMain[options.application];
    const pages = [
      `http://${sub}${settings.mainDomain}:${port}${path}`,
      `http://${options.customer ?? 'hospital.localhost'}:${port}${onCustomer[options.application]}`,
    ];
    return (
      await Promise.all(pages.map((address) => findPageFaults(browser, address, options)))
    ).flat();
  } finally {
    await browser.close();
    await edge.close();
  }
}

async function findPageFaults(
  browser: Browser,
  address: string,
  options: Booting,
): Promise<string[]> {
  const context = await browser.newContext({ locale: 'zh-CN' });
  const page = await context.newPage();
  const faults: string[] = [];
  const loaded: string[] = [];
  page.on('pageerror', (error) => faults.push(`抛出错误：${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/\/qm\/api\//.test(message.location().url))
      faults.push(`控制台：${describeMessage(message.text(), message.location().url)}`);
  });
  page.on('requestfinished', (request) => void loaded.push(new URL(request.url()).pathname));
  try {
    await page.goto(address, { waitUntil: 'commit', timeout: timeoutMs });
    await waitUntilStarted(page);
    await page.getByRole('heading').first().waitFor({ timeout: timeoutMs });
    await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => undefined);
    if (!loaded.some((path) => path.includes(`/${options.id}/`)))
      faults.push('页面没有用到这个版本的任何文件');
    if (await isUnstyled(page)) faults.push('页面没有样式');
    faults.push(...(await findAxeFaults(page)));
  } catch (error) {
    faults.push(`没有启动：${describeFailure(error)}`);
  } finally {
    await context.close();
  }
  return [...new Set(faults)].map((text) => `${new URL(address).hostname}：${text}`);
}

/** The first line, with the file: a stack would hide the other faults. */
export function describeMessage(text: string, file: string): string {
  const [first = ''] = text.split('\n');
  const path = URL.parse(/https?:\/\/[^\s):]+(:\d+\/[^\s):]+)?/.exec(text)?.[0] ?? file)?.pathname;
  return path ? `${first}（${path}）` : first;
}

const describeFailure = (error: unknown): unknown =>
  error instanceof errors.TimeoutError
    ? '页面没有在限定时间内开始工作'
    : error instanceof Error
      ? error.message.split('\n')[0]
      : error;

/** Waits until the application runs. After an uncaught error it waits only briefly. */
async function waitUntilStarted(page: Page): Promise<void> {
  const waitFor = (timeout: number) =>
    page.waitForSelector('html[data-started]', { state: 'attached', timeout });
  const uncaught = page.waitForEvent('pageerror', { timeout: 0 });
  await Promise.race([waitFor(timeoutMs), uncaught.then(() => waitFor(timeoutAfterErrorMs))]);
}

/** The style sheet of every build defines its colours. */
const isUnstyled = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--ink') === '');

async function findAxeFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) => `无障碍 ${id}：${nodes.map((node) => node.target.join(' ')).join('、')}`,
    );
}
