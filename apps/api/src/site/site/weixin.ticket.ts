import { randomBytes } from 'node:crypto';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import type { AppContext } from '../../platform/context/context.ts';

const Ticket = z.object({
  appId: z.string().check(z.minLength(1)),
  ticket: z.string().check(z.minLength(1)),
});
export type Ticket = z.infer<typeof Ticket>;

/** Reads the share ticket from a file `{appId, ticket}`, which an external job replaces. Cached
 * until the file changes. The embedded start creates a ticket for evaluation; a production server
 * without the file has none. */
export function createTicketReader(
  { settings, log }: AppContext,
  file: string,
): () => Promise<Ticket | undefined> {
  let existing: { changed: number; ticket: Ticket } | undefined;
  return async () => {
    const changed = await changedAt(file, !settings.databaseUrl);
    if (changed === undefined) return undefined;
    if (existing?.changed === changed) return existing.ticket;
    const read = Ticket.safeParse(parseTicket(await readFile(file, 'utf8')));
    if (!read.success) {
      log.error({ file }, 'the share ticket cannot be read');
      return undefined;
    }
    existing = { changed, ticket: read.data };
    return existing.ticket;
  };
}

async function changedAt(file: string, mayMake: boolean): Promise<number | undefined> {
  const stats = await stat(file).catch(() => undefined);
  if (stats || !mayMake) return stats?.mtimeMs;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(
    file,
    JSON.stringify({ appId: 'wx-for-trying-out', ticket: randomBytes(32).toString('hex') }),
    { flag: 'wx', mode: 0o600 },
  ).catch(() => undefined);
  return (await stat(file)).mtimeMs;
}

function parseTicket(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
