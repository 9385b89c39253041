import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Release } from '@cme/release';

export interface InlineScript {
  text: string;
  /** Allows the text in the content security policy. */
  integrity: string;
}

/** By release, because an edge may serve several. */
const scripts = new WeakMap<Release, InlineScript | undefined>();

/**
 * The script of commons that makes the first calls of a learner's page; older releases have none. It
 * is inlined: as a separate file it would queue behind the scripts that it must run ahead of.
 */
export function readFirstScript(commons: Release | undefined): InlineScript | undefined {
  if (!commons) return undefined;
  if (!scripts.has(commons)) scripts.set(commons, read(join(commons.folder, 'server/first.js')));
  return scripts.get(commons);
}

function read(file: string): InlineScript | undefined {
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, 'utf8').replace(/^\/\/#.*\n/, '');
  return { text, integrity: `sha256-${createHash('sha256').update(text).digest('base64')}` };
}
