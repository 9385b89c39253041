import { useSlidePage } from '../page/slide-page.ts';
import { inApp } from './in-app.ts';

/**
 * Returns a function that downloads a file by its URL. Chat apps block downloads, so there it
 * explains how to open the page in a browser.
 */
export function useOpenFile(): (address: string) => void {
  const { open } = useSlidePage();
  return (address) => (inApp() ? open('browser') : location.assign(address));
}
