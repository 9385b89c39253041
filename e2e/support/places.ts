const port = process.env.STACK_PORT ?? '8080';
const scheme = process.env.STACK_SCHEME ?? 'http';

const at = (host: string) => `${scheme}://${host}:${port}`;

/** The origins of the stack under test. */
export const places = {
  main: at('cme.localhost'),
  player: at('player.cme.localhost'),
  user: at('user.cme.localhost'),
  hospital: at('hospital.localhost'),
  city: at('city.localhost'),
  ended: at('ended.localhost'),
  opening: at('opening.localhost'),
  unknown: at('stranger.localhost'),
  test: at('localhost'),
};

/** Node does not resolve these names: the address to connect to, and the Host header to send. */
export const direct = {
  address: `${scheme}://127.0.0.1:${port}`,
  hostOf: (origin: string) => new URL(origin).host,
};
