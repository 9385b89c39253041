import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

export type GatewayName = 'wechat' | 'alipay';
export type Act = 'success' | 'failed' | 'late' | 'twice';

export interface GatewayRefund {
  number: string;
  refund_id: string;
  amount_fen: number;
  state: 'processing' | 'success';
  at: number;
  notify_url: string;
}

export interface GatewayTrade {
  gateway: GatewayName;
  number: string;
  /** Opens the pay page: whoever has it may press. */
  token: string;
  channel: string;
  amount_fen: number;
  subject: string;
  notify_url: string;
  return_url: string;
  expire_at: number;
  state: 'waiting' | 'paid' | 'failed' | 'closed';
  gateway_no: string;
  paid_at: number;
  /** Will be paid after it was closed. */
  late: boolean;
  refunds: GatewayRefund[];
}

export interface GatewayNotice {
  id: string;
  trade: string;
  /** Refund that it tells of; empty for the payment. */
  refund: string;
  tries: number;
  next_at: number;
}

/** How the gateway misbehaves, for tests: says no notice, hangs, answers nonsense, breaks off, or
 * answers errors. */
export const modes = ['normal', 'mute', 'hang', 'garbage', 'cut', 'error'] as const;
export type Mode = (typeof modes)[number];

/** Waits between the tries of a notice; real gateways take a day for theirs. */
const schedule = [0, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 120_000, 300_000];
const lateMs = 1500;

/** What the gateway knows. Kept in one small file, so that it outlives a restart. */
export function openBook(file: string | undefined) {
  const kept =
    file && existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as {
          trades: GatewayTrade[];
          notices: GatewayNotice[];
        })
      : { trades: [], notices: [] };
  const trades = new Map(kept.trades.map((trade) => [keyOf(trade.gateway, trade.number), trade]));
  let notices = kept.notices;
  const control = { mode: 'normal' as Mode, offset: 0 };
  let wake = (): void => undefined;
  const now = () => Date.now() + control.offset;

  function save(): void {
    if (!file) return;
    writeFileSync(`${file}.new`, JSON.stringify({ trades: [...trades.values()], notices }), {
      mode: 0o600,
    });
    renameSync(`${file}.new`, file);
  }
  function announce(trade: GatewayTrade, refund = '', copies = 1): void {
    const id = `EV-${now()}${randomInt(10 ** 9)}`;
    for (let copy = 0; copy < copies; copy += 1)
      notices.push({
        id,
        trade: keyOf(trade.gateway, trade.number),
        refund,
        tries: 0,
        next_at: now(),
      });
    wake();
  }
  function pay(trade: GatewayTrade, copies = 1): void {
    Object.assign(trade, {
      state: 'paid',
      late: false,
      paid_at: now(),
      gateway_no: trade.gateway_no || numberOf(trade.gateway, now()),
    });
    announce(trade, '', copies);
    save();
  }
  function close(trade: GatewayTrade): void {
    trade.state = 'closed';
    save();
    if (trade.late) setTimeout(() => pay(trade), lateMs).unref();
  }
  return {
    control,
    now,
    save,
    announce,
    pay,
    close,
    find: (gateway: GatewayName, number: string): GatewayTrade | undefined =>
      aged(trades.get(keyOf(gateway, number))),
    byToken: (token: string) => aged([...trades.values()].find((trade) => trade.token === token)),
    all: () => [...trades.values()],
    add(
      given: Omit<GatewayTrade, 'token' | 'state' | 'gateway_no' | 'paid_at' | 'late' | 'refunds'>,
    ): GatewayTrade {
      const trade: GatewayTrade = {
        ...given,
        token: randomBytes(18).toString('base64url'),
        state: 'waiting',
        gateway_no: '',
        paid_at: 0,
        late: false,
        refunds: [],
      };
      trades.set(keyOf(trade.gateway, trade.number), trade);
      save();
      return trade;
    },
    /** What a person presses. False when it makes no sense any more. */
    press(trade: GatewayTrade, act: Act): boolean {
      if (trade.state === 'paid') {
        if (act !== 'twice') return false;
        announce(trade, '', 2);
        announce(trade);
        return true;
      }
      if (act === 'late') {
        trade.late = true;
        if (trade.state === 'closed') pay(trade);
      } else if (trade.state === 'closed') return false;
      else if (act === 'failed') trade.state = 'failed';
      else pay(trade, act === 'twice' ? 2 : 1);
      if (act === 'twice') announce(trade);
      save();
      return true;
    },
    /** Notices whose time has come. Each is counted as tried now, and forgotten when it is
     * answered or the schedule is over. */
    due(): GatewayNotice[] {
      const ready = notices.filter(({ next_at }) => next_at <= now());
      for (const notice of ready) {
        notice.tries += 1;
        notice.next_at = now() + (schedule[notice.tries] ?? Infinity);
      }
      notices = notices.filter(({ next_at }) => Number.isFinite(next_at));
      return control.mode === 'mute' ? [] : ready;
    },
    answered(notice: GatewayNotice): void {
      notices = notices.filter((one) => one !== notice);
      save();
    },
    onNotice: (listener: () => void) => void (wake = listener),
    /** Trades whose time is over close by themselves. */
    tick(): void {
      for (const trade of trades.values()) aged(trade);
    },
  };
  function aged(trade: GatewayTrade | undefined): GatewayTrade | undefined {
    if (trade && trade.expire_at < now() && (trade.state === 'waiting' || trade.state === 'failed'))
      close(trade);
    return trade;
  }
}
export type Book = ReturnType<typeof openBook>;

export const keyOf = (gateway: GatewayName, number: string) => `${gateway}/${number}`;

const two = (value: number) => String(value).padStart(2, '0');
/** Numbers as long as those of the real gateways. */
export function numberOf(gateway: GatewayName, at: number): string {
  const day = new Date(at + 8 * 3_600_000);
  const date = `${day.getUTCFullYear()}${two(day.getUTCMonth() + 1)}${two(day.getUTCDate())}`;
  const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');
  return gateway === 'wechat'
    ? `4200${digits(6)}${date}${digits(10)}`
    : `${date}22001${digits(15)}`;
}

/** `yyyy-MM-dd HH:mm:ss` of Asia/Shanghai. */
export const shanghai = (at: number): string =>
  new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
