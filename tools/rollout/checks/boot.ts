import AxeBuilder from '@axe-core/playwright';
import { areas, toApplication } from '@cme/contract/site';
import type { Application } from '@cme/contract/site/rollout';
import { createReleaseStore } from '@cme/release';
import { type Browser, chromium, errors, type Page } from '@playwright/test';
import { buildEdge } from '@cme/edge/app';
import { type EdgeSettings, readSettings } from '@cme/edge/settings';
import { freePort } from '../../programs/free-port.ts';
import { prepareBrowser, findProgram } from '../../programs/browsers.ts';

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

/** Any value of a part of a path: the page starts, and says that there is no such thing. */
const anyPart = 'none';

/**
 * The first page that an application declares, on its own domain, and on a customer domain one that
 * anybody may open there, if it has any. The container of commons is used by the portal's.
 */
async function findAddresses(options: Booting, settings: EdgeSettings): Promise<string[]> {
  const area = findArea(options.application);
  const application = toApplication(area);
  const id = application === options.application ? options.id : options.live[application];
  const store = createReleaseStore(settings.releaseStore);
  try {
    const { pages } = id ? await store.manifest(application, id) : {};
    const [first = { path: area === 'portal' ? '/' : `/${area}` }] = pages?.pages ?? [];
    const guest = pages?.pages.find(({ access }) => access === 'guest') ?? first;
    const toPath = (page: { path: string }) => page.path.replace(/:\w+/g, anyPart);
    const host = area === 'portal' ? settings.mainDomain : `${area}.${settings.mainDomain}`;
    return [
      `${host}:${settings.port}${toPath(first)}`,
      `${options.customer ?? 'hospital.localhost'}:${settings.port}${toPath(guest)}`,
    ].map((address) => `http://${address}`);
  } finally {
    store.close();
  }
}

function findArea(application: Application): string {
  if (application === 'commons') return 'portal';
  return areas.find((name) => toApplication(name) === application) ?? application;
}

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
    const pages = await findAddresses(options, settings);
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
