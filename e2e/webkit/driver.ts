import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver';
import { freePort } from '../../tools/programs/free-port.ts';
import { findMiniBrowser } from '../../tools/programs/webkit.ts';
import { until } from '../support/until.ts';

/** How long a page may take to load, and a script to answer. */
const timeoutMs = 30_000;

export interface Driver {
  browser: WebDriver;
  close(): Promise<void>;
}

const capabilities = new Capabilities({
  browserName: 'MiniBrowser',
  'webkitgtk:browserOptions': {
    binary: findMiniBrowser(),
    args: ['--automation', '--autoplay-policy=allow'],
  },
});

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** A browser with its own profile: a driver serves one session. */
export async function startDriver(): Promise<Driver> {
  const port = await freePort();
  const child = spawn('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
    stdio: 'ignore',
  });
  const address = `http://127.0.0.1:${port}`;
  await until('WebKitWebDriver answers', async () => (await fetch(`${address}/status`)).ok);
  const browser = await new Builder().usingServer(address).withCapabilities(capabilities).build();
  await browser.manage().setTimeouts({ pageLoad: timeoutMs, script: timeoutMs });
  return {
    browser,
    async close() {
      await browser.quit().catch(() => undefined);
      await stopProcess(child);
    },
  };
}
