import type { Act, GatewayTrade } from './trade.ts';

type State = GatewayTrade['state'];

/** The effect of a button on a trade. */
export interface Outcome {
  becomes: State;
  /** The payment arrives after the trade is closed. */
  late?: true;
  /** One notification per entry, sent this many times concurrently. */
  notices: readonly number[];
}

const paidOnce: Outcome = { becomes: 'paid', notices: [1] };
const paidTwice: Outcome = { becomes: 'paid', notices: [2, 1] };
const failed: Outcome = { becomes: 'failed', notices: [] };
const lateOutcome = (becomes: State): Outcome => ({ becomes, late: true, notices: [] });

/** Combinations that are not listed are invalid. */
const outcomes: Record<State, Partial<Record<Act, Outcome>>> = {
  waiting: { success: paidOnce, failed, late: lateOutcome('waiting'), twice: paidTwice },
  failed: { success: paidOnce, failed, late: lateOutcome('failed'), twice: paidTwice },
  closed: { late: paidOnce },
  paid: { twice: paidTwice },
};

export const getOutcome = (state: State, act: Act): Outcome | undefined => outcomes[state][act];

/** An expired trade closes automatically. */
export const isExpired = ({ state, expire_at }: GatewayTrade, now: number): boolean =>
  expire_at < now && (state === 'waiting' || state === 'failed');

export const sumRefunds = ({ refunds }: GatewayTrade): number =>
  refunds.reduce((sum, { amount_fen }) => sum + amount_fen, 0);
