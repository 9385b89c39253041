import { expect, it } from 'vitest';
import { toStaticPage } from './static-pages.ts';

it('a static copy keeps blocks, texts and images, and nothing that only decorates', () => {
  const copy = toStaticPage(
    '<title>首页</title><div id="root"><div class="a"><h1 style="b">标题</h1><span>一段</span></div><div><img src="/c.svg" alt="图" class="d"><svg><path/></svg></div></div>',
  );
  expect(copy).toContain('<title>首页</title>');
  expect(copy).toContain(
    '<main><div><h1>标题</h1>一段</div><div><img src="/c.svg" alt="图"></div></main>',
  );
});
