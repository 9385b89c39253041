import { page } from '@cme/commons/auth-token';
import * as controls from 'media-chrome';
import { setLanguage } from 'media-chrome/dist/utils/i18n.js';
import 'media-chrome/lang/zh-CN.js';

interface Drawn {
  getTemplateHTML(...given: unknown[]): string;
}

let done = false;

/**
 * Translates the media controls and puts the page's nonce on the style elements in their shadow
 * roots, so that the content security policy stays strict. Call before the first control is
 * rendered.
 */
export function prepareControls(): void {
  if (done) return;
  done = true;
  setLanguage('zh-CN');
  const { nonce } = page();
  for (const control of Object.values(controls as Record<string, unknown>)) {
    if (typeof control !== 'function' || !Object.hasOwn(control, 'getTemplateHTML')) continue;
    const drawn = control as unknown as Drawn;
    const draw = drawn.getTemplateHTML;
    drawn.getTemplateHTML = function (this: Drawn, ...args) {
      return draw.apply(this, args).replaceAll('<style>', `<style nonce="${nonce}">`);
    };
  }
}
