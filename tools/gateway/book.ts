import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type GatewayNotice, createNoticeQueue } from './notice-queue.ts';
import type { Act, GatewayName, GatewayTrade } from './trade.ts';
import { isExpired, getOutcome } from './trade.rules.ts';

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
export function createTradeBook(file: string | undefined) {
  const stored = loadBook(file);
  const trades = new Map(stored.trades.map((trade) => [toKey(trade.gateway, trade.number), trade]));
  const control = { mode: 'normal' as Mode, offset: 0 };
  const currentTime = () => Date.now() + control.offset;
  const notices = createNoticeQueue(stored.notices, currentTime);
  let onNotice = (): void => undefined;

  const saveBook = () => storeBook(file, { trades: [...trades.values()], notices: notices.all() });
  function enqueueNotice(trade: GatewayTrade, refund = '', copies = 1): void {
    notices.add(toKey(trade.gateway, trade.number), refund, copies);
    onNotice();
  }
  function markPaid(trade: GatewayTrade): void {
    trade.gateway_no ||= createNumber(trade.gateway, currentTime());
    Object.assign(trade, { state: 'paid', late: false, paid_at: currentTime() });
  }
  function closeTrade(trade: GatewayTrade): void {
    trade.state = 'closed';
    saveBook();
    if (trade.late) setTimeout(() => applyAction(trade, 'late'), lateMs).unref();
  }
  /** Applies a button. False if it is not valid in the current state. */
  function applyAction(trade: GatewayTrade, act: Act): boolean {
    const outcome = getOutcome(trade.state, act);
    if (!outcome) return false;
    if (outcome.late) trade.late = true;
    if (outcome.becomes === 'paid' && trade.state !== 'paid') markPaid(trade);
    trade.state = outcome.becomes;
    for (const copies of outcome.notices) enqueueNotice(trade, '', copies);
    saveBook();
    return true;
  }
  function closeIfExpired(trade: GatewayTrade | undefined): GatewayTrade | undefined {
    if (trade && isExpired(trade, currentTime())) closeTrade(trade);
    return trade;
  }
  return {
    control,
    now: currentTime,
    save: saveBook,
    announce: enqueueNotice,
    close: closeTrade,
    press: applyAction,
    find: (gateway: GatewayName, number: string) =>
      closeIfExpired(trades.get(toKey(gateway, number))),
    byToken: (token: string) =>
      closeIfExpired([...trades.values()].find((trade) => trade.token === token)),
    byKey: (key: string) => trades.get(key),
    all: () => [...trades.values()],
    add(fields: NewTrade): GatewayTrade {
      const trade = createTrade(fields);
      trades.set(toKey(trade.gateway, trade.number), trade);
      saveBook();
      return trade;
    },
    /** Notifications that are due. */
    takeDueNotices(): GatewayNotice[] {
      const due = notices.takeDue();
      return control.mode === 'mute' ? [] : due;
    },
    noticeAnswered(notice: GatewayNotice): void {
      notices.remove(notice);
      saveBook();
    },
    onNotice: (listener: () => void) => void (onNotice = listener),
    closeExpired(): void {
      for (const trade of trades.values()) closeIfExpired(trade);
    },
  };
}
export type Book = ReturnType<typeof createTradeBook>;

function loadBook(file: string | undefined): Stored {
  if (!file || !existsSync(file)) return { trades: [], notices: [] };
  return JSON.parse(readFileSync(file, 'utf8')) as Stored;
}

function storeBook(file: string | undefined, content: Stored): void {
  if (!file) return;
  writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

const createTrade = (fields: NewTrade): GatewayTrade => ({
  ...fields,
  token: randomBytes(18).toString('base64url'),
  state: 'waiting',
  gateway_no: '',
  paid_at: 0,
  late: false,
  refunds: [],
});

const toKey = (gateway: GatewayName, number: string) => `${gateway}/${number}`;

const twoDigits = (value: number) => String(value).padStart(2, '0');
/** Numbers with the length of the real gateways' numbers. */
export function createNumber(gateway: GatewayName, at: number): string {
  const day = new Date(at + 8 * 3_600_000);
  const date = `${day.getUTCFullYear()}${twoDigits(day.getUTCMonth() + 1)}${twoDigits(day.getUTCDate())}`;
  const randomDigits = (count: number) =>
    Array.from({ length: count }, () => randomInt(10)).join('');
  return gateway === 'wechat'
    ? `4200${randomDigits(6)}${date}${randomDigits(10)}`
    : `${date}22001${randomDigits(15)}`;
}

/** `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai. */
export const formatShanghaiTime = (at: number): string =>
  new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
