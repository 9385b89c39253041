/** Converts yuan as in the API to fen, so that sums are integers. */
export function parseFen(yuan: string): number {
  const [whole = '0', fraction = ''] = yuan.split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2));
}

/** `¥12.00` */
export const formatYuan = (yuan: string): string => `¥${yuan}`;

/** Sum of amounts, in the format of the API. */
export function sumYuan(amounts: readonly string[]): string {
  const fen = amounts.reduce((sum, amount) => sum + parseFen(amount), 0);
  return `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;
}
