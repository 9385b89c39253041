export { CallError, isCallError, offline } from './call-error.ts';
export * from './former-names.ts';
export { openClient, type OpenClient, type OpenOptions } from './client.ts';
export type { Answer, Client, SendOptions } from './exchange.ts';
export type { LazyCall } from './lazy-call.ts';
export { restore } from './restore.ts';
export { send, sendForMessage } from './send.ts';
export { signIn, signOut } from './session.ts';
export { watchSession } from './watch.ts';
