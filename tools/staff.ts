import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { eq, inArray } from 'drizzle-orm';
import { openDatabase } from '../apps/api/src/database.ts';
import type { House } from '../apps/api/src/house.ts';
import { openJobs } from '../apps/api/src/jobs.ts';
import { takeLock } from '../apps/api/src/lock.ts';
import { confirmTransfer, returnHeld } from '../apps/api/src/modules/pay/office.ts';
import { readDifferences } from '../apps/api/src/modules/pay/reconcile.ts';
import { trade } from '../apps/api/src/modules/pay/pay.tables.ts';
import { approveRefund, confirmRefund, rejectRefund } from '../apps/api/src/modules/refund/decide.ts';
import { refund } from '../apps/api/src/modules/refund/refund.tables.ts';
import { readSettings } from '../apps/api/src/settings.ts';

const usage = `npm run staff -- <command> [--by name]
  refund list                          applications that wait, and refunds that failed
  refund approve  <refund_no>          approves one, or tries a failed one again
  refund reject   <refund_no> <why>
  refund confirm  <refund_no> <bank>   a refund by bank transfer was made, with its number
  transfer confirm <order_code> <bank number> <yuan>   a bank transfer has arrived
  money held                           payments that fit no order
  money return    <trade_no>           sends such a payment back
  money trade     <trade_no>           one payment
  money differences [since YYYY-MM-DD] where bills and books differ`;

type Office = Pick<House, 'db' | 'jobs' | 'now'>;
type Command = (office: Office, given: string[], by: string) => Promise<unknown>;

const commands: Record<string, Command> = {
  'refund list': ({ db }) => db.select().from(refund).where(inArray(refund.refund_status, ['pending', 'failed'])),
  'refund approve': (office, [no = '', note = ''], by) => approveRefund(office, no, by, note),
  'refund reject': (office, [no = '', why = ''], by) => rejectRefund(office, no, by, why),
  'refund confirm': (office, [no = '', bank = '']) => confirmRefund(office, no, bank),
  'transfer confirm': (office, [code = '', bank = '', yuan = ''], by) => confirmTransfer(office, { order_code: code, bank_no: bank, yuan, by }),
  'money held': ({ db }) => db.select().from(trade).where(inArray(trade.held, ['pay_amount', 'pay_order'])),
  'money return': (office, [no = '', yuan]) => returnHeld(office, no, yuan),
  'money differences': ({ db }, [since = '2000-01-01']) => readDifferences(db, since),
  'money trade': ({ db }, [no = '']) => db.select().from(trade).where(eq(trade.trade_no, no)),
};

/** What finance does until the console does it. Runs beside the API on PostgreSQL; with the embedded database while the API is stopped. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { by: { type: 'string', default: process.env.USER ?? 'staff' } } });
  const [area = '', verb = '', ...given] = positionals;
  const command = commands[`${area} ${verb}`];
  if (!command) throw new Error(usage);
  const settings = readSettings(process.env);
  if (!settings.databaseUrl) process.on('exit', takeLock(join(settings.dataDir, 'database.lock')));
  const database = await openDatabase(settings);
  const jobs = openJobs(database.forJobs, database.kind, (error) => console.error(error.message));
  for (const queue of ['refund_send', 'order_deliver', 'pay_close_others']) jobs.define(queue, async () => undefined);
  await jobs.start({ work: false });
  try {
    const told = await command({ db: database.db, jobs, now: () => new Date() }, given, values.by);
    if (Array.isArray(told)) console.table(told.map((row: object) => Object.fromEntries(Object.entries(row).filter(([name]) => !['prepay', 'user_id', 'site_id'].includes(name)))));
    else console.log(told ?? 'done');
  } finally {
    await jobs.stop();
    await database.close();
  }
}

main().catch((fault: unknown) => {
  console.error(fault instanceof Error ? fault.message : fault);
  process.exit(1);
});
