/** A change of one file of the sources; a file that is not there yet begins empty. */
export interface Edit {
  file: string;
  change(text: string): string;
}

/** The text with one place changed. A place that is gone fails the build: the change has to be
 * looked at again. */
export const put = (file: string, found: string, instead: string): Edit => ({
  file,
  change(text) {
    if (text.split(found).length !== 2)
      throw new Error(`${file} does not hold once what the next version changes: ${found}`);
    return text.replace(found, () => instead);
  },
});

export const add = (file: string, more: string): Edit => ({ file, change: (text) => text + more });
