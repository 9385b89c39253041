import { atom, getDefaultStore, type PrimitiveAtom } from 'jotai';

/** The sign-in dialog: whether it is shown, what it shows, what it was opened
 * for, what went wrong last. */
export interface Sign {
  show: boolean;
  state: 'login';
  opt: {
    /** Where the last sign-in wants its person to go, when the page itself has no wish. */
    defaultLoginUrl?: string | undefined;
    /** Something was interrupted and goes on afterwards. */
    isAwaited?: boolean;
    /** Its person went on to registration from the dialog; what was interrupted waits for them. */
    isRegistering?: boolean;
    /** Names the WeChat identity that is to be bound. */
    bindTicket?: string;
  };
  /** Signing in or registering binds the WeChat identity that was recognised. */
  bindShow?: boolean;
  login_error_msg: string;
}

const key = Symbol.for('cme.sign.1');
const page = globalThis as { [key: symbol]: PrimitiveAtom<Sign> | undefined };

/** One per page, also where two releases of this library meet on it. */
export const signAtom: PrimitiveAtom<Sign> = (page[key] ??= atom<Sign>({
  show: false,
  state: 'login',
  opt: {},
  login_error_msg: '',
}));

/** Sets some of it; without `show` the dialog is turned over. */
export function changeSign(change: Partial<Sign>): void {
  getDefaultStore().set(signAtom, (sign) => ({ ...sign, ...change }));
}

/** Whatever the dialog is opened for, a WeChat identity that waits to be bound goes on waiting. */
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

/** On the way from the dialog to registration: what was interrupted stays so. */
export function startRegistering(): void {
  const { show, opt } = currentSign();
  if (show) changeSign({ opt: { ...opt, isRegistering: true } });
}
