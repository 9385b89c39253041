/** The `--help` text of each npm script. */
export const help: Readonly<Record<string, string>> & { readonly staff: string };
