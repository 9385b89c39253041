import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowedHtml, cleanHtml } from './html.ts';

describe('editor HTML', () => {
  it.each([
    [
      '<p onclick="x()">text<script>alert(1)</script><a href="javascript:x()">go</a><img src=x onerror=x()></p>',
      '<p>text<a>go</a><img src="x"></p>',
    ],
    [
      '<a href="//elsewhere">go</a><img src="//elsewhere/x.png"><a href="data:text/html,x">go</a>',
      '<a>go</a><img><a>go</a>',
    ],
    ['<svg onload=x()><iframe src="//x"></iframe><b>ok</b>', '<b>ok</b>'],
    [
      '<a href="java&#x73;cript:x()">a</a><a href="java\tscript:x()">b</a><a href="java&Tab;script:x()">c</a>',
      '<a>a</a><a>b</a><a>c</a>',
    ],
    [
      '<a href="javascript&colon;x()">a</a><a href=" &#14; javascript:x()">b</a><a href="/\\evil">c</a>',
      '<a>a</a><a>b</a><a>c</a>',
    ],
    [
      '<img src=`x`onerror=x()><img src="x" alt="a"b" onerror="x()">',
      '<img src="`x`onerror=x()"><img src="x" alt="a">',
    ],
    ['<style>*{color:red}</style><p style="color:red" class="a" id="b">text</p>', '<p>text</p>'],
    [
      '<math><mtext></p><style><!--</style><img title="--></style><img src=x onerror=x()>">',
      '<img>',
    ],
    [
      '<form action="/x"><input name="a"><button formaction="javascript:x()">go</button></form>',
      'go',
    ],
  ])('loses scripts and unsafe links: %s', (text, clean) => expect(cleanHtml(text)).toBe(clean));

  it.each([
    '<p>a<br>b</p><ul><li>c</li></ul>',
    '<h3>学习目标</h3><p>1 &lt; 2 &amp; 3</p>',
    '<a href="https://example.com/?a=1&amp;b=2" title="去">go</a><a href="/item">in</a><a href="tel:12320">call</a>',
    '<table><tr><td colspan="2">x</td></tr></table><img src="/a.png" alt="图" width="10" height="5">',
  ])('keeps allowed markup: %s', (text) => expect(cleanHtml(text)).toBe(text));

  it('is closed properly, so that surrounding markup is unaffected', () => {
    expect(cleanHtml('<p><b>loud')).toBe('<p><b>loud</b></p>');
    expect(cleanHtml('</p></b>text</div>')).toBe('text');
    expect(cleanHtml('<ul><li>one</ul>two')).toBe('<ul><li>one</li></ul>two');
  });

  const pieces = fc
    .array(
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '=',
        '/',
        ' ',
        '<p',
        '<a href=',
        '<img src=',
        ' onerror=',
        'javascript:',
        '&#106;',
        '<!--',
        '-->',
        '<script',
        '</script>',
        '<svg',
        '<b>',
        '</b>',
        'x',
        '`',
        '\\',
        '\t',
        '&amp;',
        '<![CDATA[',
      ),
      { maxLength: 14 },
    )
    .map((parts) => parts.join(''));

  it('contains only allowed markup in any combination, and cleaning is idempotent', () => {
    fc.assert(
      fc.property(pieces, (text) => {
        const clean = cleanHtml(text);
        for (const [tag, name = '', attributes = ''] of clean.matchAll(
          /<\/?([a-z0-9]+)((?: [a-z]+="[^"<>]*")*)(?: \/)?>/g,
        )) {
          expect(allowedHtml[name], tag).toBeDefined();
          for (const [, attribute = '', value = ''] of attributes.matchAll(
            / ([a-z]+)="([^"]*)"/g,
          )) {
            expect(allowedHtml[name], tag).toContain(attribute);
            if (attribute === 'href' || attribute === 'src')
              expect(value).not.toMatch(/^\s*(?:javascript|data|vbscript):|^[\\/]{2}/i);
          }
        }
        expect(clean.replaceAll(/<\/?[a-z0-9]+(?: [a-z]+="[^"<>]*")*(?: \/)?>/g, '')).not.toMatch(
          /[<>]/,
        );
        expect(cleanHtml(clean)).toBe(clean);
      }),
      { numRuns: 2000 },
    );
  });
});
