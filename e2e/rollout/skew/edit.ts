/** A change of a source file; a missing file starts empty. */
export interface Edit {
  file: string;
  change(text: string): string;
}

/** Replaces one occurrence in a text. A missing occurrence fails the build, so that the edit is
 * reviewed. */
export const put = (file: string, found: string, instead: string): Edit => ({
  file,
  change(text) {
    if (text.split(found).length !== 2)
      throw new Error(`${file} does not hold once what the next version changes: ${found}`);
    return text.replace(found, () => instead);
  },
});

export const add = (file: string, more: string): Edit => ({ file, change: (text) => text + more });
