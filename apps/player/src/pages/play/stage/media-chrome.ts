import { page } from '@cme/commons/auth-token';
import * as controls from 'media-chrome';
import { setLanguage } from 'media-chrome/dist/utils/i18n.js';
import 'media-chrome/lang/zh-CN.js';

interface Drawn {
  getTemplateHTML(...given: unknown[]): string;
}

let isPrepared = false;

/**
 * Translates the media controls and puts the page's nonce on the style elements in their shadow
 * roots, so that the content security policy stays strict. Call before the first control is
 * rendered.
 */
export function prepareControls(): void {
  if (isPrepared) return;
  isPrepared = true;
  setLanguage('zh-CN');
  const { nonce } = page();
  for (const control of Object.values(controls as Record<string, unknown>)) {
    if (typeof control !== 'function' || !Object.hasOwn(control, 'getTemplateHTML')) continue;
    const patched = control as unknown as Drawn;
    const draw = patched.getTemplateHTML;
    patched.getTemplateHTML = function (this: Drawn, ...args) {
      return draw.apply(this, args).replaceAll('<style>', `<style nonce="${nonce}">`);
    };
  }
}
