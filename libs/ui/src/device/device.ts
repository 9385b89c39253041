/** Services of the device. Loaded only by pages that use them. */
export { copyText } from './copy-text.ts';
export { withinASecond } from './within-a-second.ts';
