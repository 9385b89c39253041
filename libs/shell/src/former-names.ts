/** Areas built earlier import these names from a newer shell. New code takes the present ones. */
export { SignInCancelledError as SignInCancelled } from './sign-in/require-sign-in.ts';
