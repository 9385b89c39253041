import { atom, getDefaultStore, type PrimitiveAtom } from 'jotai';

/**
 * State of the sign-in dialog: whether it is shown, its content, what it was opened for, the last
 * error.
 */
export interface Sign {
  show: boolean;
  state: 'login';
  opt: {
    /** Default redirect of the last sign-in, if the page itself has none. */
    defaultLoginUrl?: string | undefined;
    /** An interrupted action is waiting. */
    isAwaited?: boolean;
    /** The user went on to registration from the dialog; the interrupted action waits for them. */
    isRegistering?: boolean;
    /** Identifies the WeChat identity to bind. */
    bindTicket?: string;
  };
  /** Signing in or registering binds the identified WeChat user. */
  bindShow?: boolean;
  login_error_msg: string;
}

const key = Symbol.for('cme.sign.1');
const page = globalThis as { [key: symbol]: PrimitiveAtom<Sign> | undefined };

/** One per page, even if two releases of this library are loaded. */
export const signAtom: PrimitiveAtom<Sign> = (page[key] ??= atom<Sign>({
  show: false,
  state: 'login',
  opt: {},
  login_error_msg: '',
}));

/** Merges a change; without `show` it toggles the dialog. */
export function changeSign(change: Partial<Sign>): void {
  getDefaultStore().set(signAtom, (sign) => ({ ...sign, ...change }));
}

/** Keeps a pending WeChat identity when the dialog is opened for something else. */
export const waitingIn = ({ opt: { bindTicket } }: Sign): Sign['opt'] =>
  bindTicket ? { bindTicket } : {};

export function toggleSign(show?: boolean): void {
  getDefaultStore().set(signAtom, (sign) => ({
    ...sign,
    state: 'login',
    opt: waitingIn(sign),
    show: show ?? !sign.show,
  }));
}

export const currentSign = (): Sign => getDefaultStore().get(signAtom);

/** Goes from the dialog to registration; the interrupted action keeps waiting. */
export function startRegistering(): void {
  const { show, opt } = currentSign();
  if (show) changeSign({ opt: { ...opt, isRegistering: true } });
}
