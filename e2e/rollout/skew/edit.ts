/** A change of a source file; a missing file starts empty. */
export interface Edit {
  file: string;
  change(text: string): string;
}

/** Replaces one occurrence in a text. A missing occurrence fails the build, so that the edit is
 * reviewed. */
export const replaceOnce = (file: string, search: string, replacement: string): Edit => ({
  file,
  change(text) {
    if (text.split(search).length !== 2)
      throw new Error(`${file} does not hold once what the next version changes: ${search}`);
    return text.replace(search, () => replacement);
  },
});

export const append = (file: string, addition: string): Edit => ({
  file,
  change: (text) => text + addition,
});
