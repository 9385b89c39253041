import type { Command } from '../staff/command.ts';
import { invoice } from './invoice.ts';
import { money } from './money.ts';
import { refund } from './refund.ts';
import { transfer } from './transfer.ts';

export const paymentAreas: Readonly<Record<string, Record<string, Command>>> = {
  invoice,
  refund,
  transfer,
  money,
};
