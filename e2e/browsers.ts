import { devices, type Project } from '@playwright/test';
import { type Browser, findProgram } from '../tools/programs/browsers.ts';

const viewport = { width: 1280, height: 800 };
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** Options of all browsers. */
export const commonOptions: Project['use'] = {
  locale: 'zh-CN',
  timezoneId: 'Asia/Shanghai',
  actionTimeout: 30_000,
  // Tracing is expensive on two cores: set TRACE=1 to debug a failing journey.
  trace: process.env.TRACE ? 'retain-on-failure' : 'off',
};

/** Launch options of each browser. */
export const settingsOf: Record<Browser, Project['use']> = {
  chromium: {
    ...devices['Desktop Chrome'],
    viewport,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findProgram('chromium'),
      args: [
        ...asRoot,
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--autoplay-policy=no-user-gesture-required',
        '--host-resolver-rules=MAP *.localhost 127.0.0.1',
      ],
    },
  },
  firefox: {
    browserName: 'firefox',
    channel: 'moz-firefox',
    viewport,
    // Its driver takes screenshots in a way that violates the pages' content security policy.
    screenshot: 'off',
    launchOptions: {
      executablePath: findProgram('firefox'),
      firefoxUserPrefs: { 'media.autoplay.default': 0 },
    },
  },
};
