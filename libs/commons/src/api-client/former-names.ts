/** Areas built earlier import these names from a newer commons. New code takes the present ones. */
export { CallError as CallFailed, isCallError as isCallFailed } from './call-error.ts';
