import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';

/** Screenshots for the help centre, from a running installation: `node tools/media/screens.ts
 * http://cme.localhost:8080`. File names contain a content hash, because files under `/qm/static/`
 * never expire. */
const [base = 'http://cme.localhost:8080'] = process.argv.slice(2);
const user = base.replace('://', '://user.');
const root = join(import.meta.dirname, '../..');
const folder = join(root, 'apps/api/media/static/help');
const index = join(root, 'libs/sample/src/help/pictures.ts');
const size = { width: 1200, height: 750 };

interface Screen {
  name: string;
  address: string;
  /** The signed-in account; a guest if absent. */
  as?: string;
  /** The element to wait for. */
  prepare?: (page: Page) => Promise<void>;
}

const junior = '13800000001';
const physician = '13800000002';
const screens: Screen[] = [
  { name: 'register', address: `${base}/regist/person` },
  { name: 'sign-in', address: `${base}/login` },
  { name: 'catalogue', address: `${base}/profession` },
  { name: 'course', address: `${base}/publicneed`, prepare: openFirstCourse },
  { name: 'verify', address: `${base}/certificate/verify` },
  { name: 'my-exam', address: `${user}/user/myexam`, as: junior },
  { name: 'order', address: `${user}/user/order`, as: junior },
  { name: 'certificates', address: `${user}/user/mycertificate`, as: physician },
  { name: 'year-panel', address: `${user}/user/mycertificate?tab=credits`, as: physician },
];

async function openFirstCourse(page: Page): Promise<void> {
  await page.locator('.cards a').first().click();
  await page.waitForURL(/\/item\//);
}

async function signIn(page: Page, mobile: string): Promise<void> {
  await page.goto(`${base}/login`);
  await page.getByLabel('手机号').first().fill(mobile);
  await page.getByLabel('密码', { exact: true }).first().fill('Learner2026');
  await page.getByRole('button', { name: '登录', exact: true }).last().click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
}

/** Converts a screenshot to WebP in the browser. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const data = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = `data:image/png;base64,${source}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.72).split(',')[1] ?? '';
  }, png.toString('base64'));
  return Buffer.from(data, 'base64');
}

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--host-resolver-rules=MAP *.localhost 127.0.0.1'],
});
mkdirSync(folder, { recursive: true });
for (const file of readdirSync(folder)) rmSync(join(folder, file));
const blank = await browser.newPage();
const lines: string[] = [];
for (const as of ['', junior, physician]) {
  const context = await browser.newContext({
    viewport: size,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  if (as) await signIn(page, as);
  for (const { name, address, prepare } of screens.filter((screen) => (screen.as ?? '') === as)) {
    await page.goto(address);
    await prepare?.(page);
    await page.waitForLoadState('networkidle', { timeout: 4000 }).catch(() => {});
    const picture = await toWebp(blank, await page.screenshot());
    const mark = createHash('sha256').update(picture).digest('hex').slice(0, 8);
    const file = `${name}-${mark}.webp`;
    writeFileSync(join(folder, file), picture);
    lines.push(`  '${name}': { file: '${file}', width: ${size.width}, height: ${size.height} },`);
    console.log(file, `${Math.round(picture.length / 1024)} kB`);
  }
  await context.close();
}
await browser.close();
writeFileSync(
  index,
  `/** Written by \`tools/media/screens.ts\`. */\nexport const pictures = {\n${lines.join('\n')}\n};\n`,
);
