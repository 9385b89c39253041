import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Application } from '@cme/release';
import { declaredPages } from './declared-pages.ts';

const render = (body: string) => `export async function render(address) { ${body} }`;
/** A minimal server build: its page names the host it was rendered for. */
const drawing = render(`
  const block = globalThis[Symbol.for('cme.page.1')]();
  const { pathname, search } = new URL(address);
  if (pathname === '/login') return { status: 200, pages: ['login'] };
  if (pathname === '/item/course/moved/detail') return { status: 301, location: '/item/package/1/detail' + search, pages: [] };
  if (pathname.endsWith('/broken')) throw new Error('broken');
  if (pathname === '/headed') return { status: 200, pages: [], title: '</title>', html: '<main></main>', head: [
    { tag: 'meta', attributes: { name: 'description', content: '"><script>alert(1)</script>' } },
    { tag: 'link', attributes: { rel: 'canonical', href: block.origin + '/headed?a=1&b=2' } },
    { tag: 'script', attributes: { src: '/evil.js' }, text: '{"a":"</script><!--<script>"}' },
    { tag: 'iframe', attributes: {} },
  ] };
  if (pathname.startsWith('/asks/')) await fetch(block.api_inside + '/qm/api/v5/home/index', { method: 'POST', body: 'a=1' });
  globalThis.drawn = (globalThis.drawn ?? 0) + 1;
  return { status: pathname === '/nowhere' ? 404 : 200, pages: ['home'], title: '首页-' + block.site.site_short_name.slice(0, 4), html: '<main>' + block.site.site_id + pathname + search + ' ' + globalThis.drawn + '</main>', state: JSON.stringify({ text: '</script><!--' }) };
`);

const manifest = (exposes: string[]) =>
  JSON.stringify({ exposes: exposes.map((file) => ({ assets: { js: { sync: [file] } } })) });

/** Writes a minimal build of an application. An older one does not declare its pages. */
export function makeDist(
  folder: string,
  application: Application,
  mark = '1',
  pages: unknown = declaredPages[application],
): void {
  const files: Record<string, string> =
    application === 'commons'
      ? {}
      : {
          'web/index.1111111111.js': `console.log(${mark})`,
          'web/index.2222222222.css': 'body{color:teal}',
          'web/home.3333333333.js': '1',
          'web/play.9999999999.js': '1',
          'web/home.4444444444.css': 'main{margin:0}',
          'web/web.json': JSON.stringify({
            index: { js: ['index.1111111111.js'], css: ['index.2222222222.css'] },
            home: { js: ['home.3333333333.js'], css: ['home.4444444444.css'] },
            play: { js: ['play.9999999999.js'], css: [] },
          }),
          'web/mf-manifest.json': manifest([]),
        };
  // The player's release predates server rendering.
  if (['portal', 'user-centre'].includes(application)) files['server/index.js'] = drawing;
  if (application !== 'portal')
    Object.assign(files, {
      'area/remoteEntry.js': `console.log(${mark})`,
      'area/exposed.5555555555.js': '1',
      'area/play.6666666666.js': '1',
      'area/area.json': JSON.stringify({
        index: { js: [], css: [] },
        play: { js: ['play.6666666666.js'], css: [] },
      }),
      'area/mf-manifest.json': manifest(['exposed.5555555555.js']),
    });
  const environment = application === 'commons' ? 'area' : 'web';
  if (pages) files[`${environment}/pages.json`] = JSON.stringify(pages);
  if (pages && application === 'commons') files['server/first.js'] = 'makeFirstCalls()';
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
