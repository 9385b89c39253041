import { existsSync } from 'node:fs';
import startStackForAll from '../../e2e/stack.ts';
import { requireProgram } from '../programs/packages.ts';
import { freePort } from '../programs/free-port.ts';

/** The installed Chromium. */
export const chromiumPath = (): string =>
  requireProgram(
    () => ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync),
    ['chromium'],
  );

/** Runs a measurement against a stack that is started for it and stopped afterwards. */
export async function withStack(
  run: (ports: { port: number; apiPort: number }) => Promise<void>,
): Promise<void> {
  process.env.STACK_PORT ??= String(await freePort());
  process.env.STACK_API_PORT ??= String(await freePort());
  const close = await startStackForAll();
  try {
    await run({
      port: Number(process.env.STACK_PORT),
      apiPort: Number(process.env.STACK_API_PORT),
    });
  } finally {
    await close?.();
  }
}
