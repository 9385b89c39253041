import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type GatewayNotice, openNoticeQueue } from './notice-queue.ts';
import type { Act, GatewayName, GatewayTrade } from './trade.ts';
import { isExpired, outcomeOf } from './trade.rules.ts';

type NewTrade = Omit<
  GatewayTrade,
  'token' | 'state' | 'gateway_no' | 'paid_at' | 'late' | 'refunds'
>;

/** Failure mode for tests: no notifications, no reply, malformed replies, closed connections, or
 * errors. */
export const modes = ['normal', 'mute', 'hang', 'garbage', 'cut', 'error'] as const;
export type Mode = (typeof modes)[number];

interface Stored {
  trades: GatewayTrade[];
  notices: GatewayNotice[];
}

const lateMs = 1500;

/** Trades and notifications of the gateway, stored in a file so that they survive a restart. */
export function openBook(file: string | undefined) {
  const stored = load(file);
  const trades = new Map(stored.trades.map((trade) => [keyOf(trade.gateway, trade.number), trade]));
  const control = { mode: 'normal' as Mode, offset: 0 };
  const now = () => Date.now() + control.offset;
  const notices = openNoticeQueue(stored.notices, now);
  let onNotice = (): void => undefined;

  const save = () => store(file, { trades: [...trades.values()], notices: notices.all() });
  function announce(trade: GatewayTrade, refund = '', copies = 1): void {
    notices.add(keyOf(trade.gateway, trade.number), refund, copies);
    onNotice();
  }
  function pay(trade: GatewayTrade): void {
    trade.gateway_no ||= numberOf(trade.gateway, now());
    Object.assign(trade, { state: 'paid', late: false, paid_at: now() });
  }
  function close(trade: GatewayTrade): void {
    trade.state = 'closed';
    save();
    if (trade.late) setTimeout(() => press(trade, 'late'), lateMs).unref();
  }
  /** Applies a button. False if it is not valid in the current state. */
  function press(trade: GatewayTrade, act: Act): boolean {
    const outcome = outcomeOf(trade.state, act);
    if (!outcome) return false;
    if (outcome.late) trade.late = true;
    if (outcome.becomes === 'paid' && trade.state !== 'paid') pay(trade);
    trade.state = outcome.becomes;
    for (const copies of outcome.notices) announce(trade, '', copies);
    save();
    return true;
  }
  function closeIfExpired(trade: GatewayTrade | undefined): GatewayTrade | undefined {
    if (trade && isExpired(trade, now())) close(trade);
    return trade;
  }
  return {
    control,
    now,
    save,
    announce,
    close,
    press,
    find: (gateway: GatewayName, number: string) =>
      closeIfExpired(trades.get(keyOf(gateway, number))),
    byToken: (token: string) =>
      closeIfExpired([...trades.values()].find((trade) => trade.token === token)),
    byKey: (key: string) => trades.get(key),
    all: () => [...trades.values()],
    add(fields: NewTrade): GatewayTrade {
      const trade = newTrade(fields);
      trades.set(keyOf(trade.gateway, trade.number), trade);
      save();
      return trade;
    },
    /** Notifications that are due. */
    takeDueNotices(): GatewayNotice[] {
      const due = notices.takeDue();
      return control.mode === 'mute' ? [] : due;
    },
    noticeAnswered(notice: GatewayNotice): void {
      notices.remove(notice);
      save();
    },
    onNotice: (listener: () => void) => void (onNotice = listener),
    closeExpired(): void {
      for (const trade of trades.values()) closeIfExpired(trade);
    },
  };
}
export type Book = ReturnType<typeof openBook>;

function load(file: string | undefined): Stored {
  if (!file || !existsSync(file)) return { trades: [], notices: [] };
  return JSON.parse(readFileSync(file, 'utf8')) as Stored;
}

function store(file: string | undefined, content: Stored): void {
  if (!file) return;
  writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

const newTrade = (fields: NewTrade): GatewayTrade => ({
  ...fields,
  token: randomBytes(18).toString('base64url'),
  state: 'waiting',
  gateway_no: '',
  paid_at: 0,
  late: false,
  refunds: [],
});

const keyOf = (gateway: GatewayName, number: string) => `${gateway}/${number}`;

const two = (value: number) => String(value).padStart(2, '0');
/** Numbers with the length of the real gateways' numbers. */
export function numberOf(gateway: GatewayName, at: number): string {
  const day = new Date(at + 8 * 3_600_000);
  const date = `${day.getUTCFullYear()}${two(day.getUTCMonth() + 1)}${two(day.getUTCDate())}`;
  const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');
  return gateway === 'wechat'
    ? `4200${digits(6)}${date}${digits(10)}`
    : `${date}22001${digits(15)}`;
}

/** `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. */
export const shanghai = (at: number): string =>
  new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
