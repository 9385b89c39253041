import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface BreakableProxy {
  /** The server's address through this proxy. */
  url: string;
  /** Stops forwarding without notifying either side. */
  hang(): void;
  /** Breaks all connections and refuses new ones until `mend`. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** A TCP proxy in front of a server, which a test can hang or break. */
export async function startBreakableProxy(server: string): Promise<BreakableProxy> {
  const to = new URL(server);
  const pairs = new Set<[Socket, Socket]>();
  let state: 'up' | 'hung' | 'cut' = 'up';
  const listener = createServer((near) => {
    if (state === 'cut') return void near.destroy();
    const far = connect(Number(to.port || 5432), to.hostname);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    if (state === 'up') join(pair);
    const end = () => {
      pairs.delete(pair);
      for (const item of pair) item.destroy();
    };
    for (const item of pair) item.on('error', () => undefined).on('close', end);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const url = new URL(server);
  Object.assign(url, {
    hostname: '127.0.0.1',
    port: String((listener.address() as { port: number }).port),
  });
  return {
    url: url.href,
    hang() {
      state = 'hung';
      for (const [near, far] of pairs) {
        near.unpipe(far).pause();
        far.unpipe(near).pause();
      }
    },
    cut() {
      state = 'cut';
      for (const pair of pairs) for (const end of pair) end.destroy();
    },
    mend() {
      state = 'up';
      pairs.forEach(join);
    },
    async close() {
      for (const pair of pairs) for (const end of pair) end.destroy();
      await new Promise((closed) => listener.close(closed));
    },
  };
}

function join([near, far]: [Socket, Socket]): void {
  near.pipe(far);
  far.pipe(near);
}
