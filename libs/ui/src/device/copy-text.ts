import { withinASecond } from './within-a-second.ts';

/**
 * Copies a text. False if the clipboard is missing (plain http), refuses or does not answer: then
 * the text has to be shown, to be copied by hand.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await withinASecond(navigator.clipboard.writeText(text));
    return true;
  } catch {
    return false;
  }
}
