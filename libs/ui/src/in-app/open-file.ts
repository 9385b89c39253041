import { useSlidePage } from '../slide-page/slide-page.ts';
import { inApp } from './in-app.ts';

/** Opens the address of a file, a download and no page. Chat applications refuse files: there the
 * reader is shown how to open the page in a browser. */
export function useOpenFile(): (address: string) => void {
  const { open } = useSlidePage();
  return (address) => (inApp() ? open('browser') : location.assign(address));
}
