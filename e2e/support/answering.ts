/** For `until`: true once the server at this port of this machine is healthy. */
export const isAnswering =
  (port: number, scheme = 'http') =>
  async (): Promise<true | undefined> =>
    (await fetch(`${scheme}://127.0.0.1:${port}/healthz`)).ok ? true : undefined;
