import { randomBytes } from 'node:crypto';
import { isSignedForEdges, signForEdges } from '@cme/contract/site/rollout';
import * as z from 'zod/mini';
import { networkOf } from '../http/network.ts';
import type { EdgeToken } from '../proxy/edge-token.ts';

/** Minutes for which a page may report after it was delivered. */
const lifeMinutes = 30;

const Content = z.tuple([z.string(), z.number(), z.string(), z.string(), z.array(z.string())]);

/** What an edge has signed for one delivered page. */
export interface Ticket {
  id: string;
  /** When the page was delivered. */
  issued: Date;
  site: string;
  /** Keyed hash of the network that loaded the page, too short to identify anybody. */
  network: string;
  /** The page's releases, such as `player/0123456789ab`. */
  releases: string[];
}

interface Page {
  site: string;
  address: string;
  releases: string[];
}

export interface Tickets {
  /** Empty as long as the installation has no secret. */
  issue(page: Page): Promise<string>;
  /** Undefined unless an edge of this installation has signed it within its life. */
  read(text: string): Promise<Ticket | undefined>;
}

/**
 * A page's health counts only with the ticket that the edge sent with it in `Server-Timing`: a
 * header, because cached and unchanged pages (304) need a ticket of their own, too. It costs a page
 * load from a network, and counts for that network, whoever sends it.
 */
export function createTickets(token: EdgeToken, now = () => new Date()): Tickets {
  return {
    async issue({ site, address, releases }) {
      const key = await token.read();
      if (!key) return '';
      const network = (await signForEdges(key, 'network', networkOf(address))).slice(0, 4);
      const id = randomBytes(12).toString('base64url');
      const content: z.infer<typeof Content> = [id, now().getTime(), site, network, releases];
      const text = Buffer.from(JSON.stringify(content)).toString('base64url');
      return `${text}.${await signForEdges(key, 'ticket', text)}`;
    },
    async read(ticket) {
      const key = await token.read();
      const [text = '', signature = ''] = ticket.split('.');
      if (!key || !(await isSignedForEdges(key, 'ticket', text, signature))) return undefined;
      const [id, issued, site, network, releases] = Content.parse(
        JSON.parse(Buffer.from(text, 'base64url').toString()),
      );
      if (now().getTime() - issued > lifeMinutes * 60_000) return undefined;
      return { id, issued: new Date(issued), site, network, releases };
    },
  };
}
