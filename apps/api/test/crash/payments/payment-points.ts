import { namePoints } from '../send-until-answered.ts';
import { around, type Point, type Step } from '../proxy/trap.ts';

const orderHeld = /from "order" where .* for update/;
const tradeHeld = /from "trade" where .* for update/;
const booking = /^update "trade" set .*"booked" =/;
const delivering = /^insert into "learning"/;
const completing = /^update "order" set .*"completed_at" =/;

/** The steps of a payment, from the notification or the query until its courses are open. */
export const paymentSteps: Step[] = [
  { name: 'keeping the notice', text: /^insert into "pay_notice"/ },
  { name: 'finding the notice again', text: /^select .* from "pay_notice"/ },
  { name: 'finding the trade', text: /^select .* from "trade" where "trade"."trade_no" = \$1$/ },
  { name: 'taking the turn to ask the gateway', text: /^update "trade" set "asked_at"/ },
  { name: 'a transaction begins', text: /^begin/ },
  { name: 'holding the trade behind its order', text: tradeHeld, after: [orderHeld] },
  { name: 'booking the order', text: /^update "order" set .*"paid_fen" =/, after: [tradeHeld] },
  {
    name: 'writing down that the order is paid',
    text: /^insert into "state_log"/,
    after: [/^update "order" set .*"paid_fen" =/],
  },
  {
    name: 'putting down the delivery',
    text: /insert into pgboss\./i,
    after: [/^update "order" set .*"paid_fen" =/],
  },
  { name: 'booking the trade', text: booking },
  {
    name: 'putting down the close of other trades',
    text: /insert into pgboss\./i,
    after: [booking],
  },
  { name: 'COMMIT of the booking', text: /^commit/, after: [booking] },
  { name: 'noting what came of the notice', text: /^update "pay_notice"/ },
  {
    name: 'taking the job of a delivery',
    text: /'order_deliver'[\s\S]*skip locked/i,
    hasRows: true,
  },
  { name: 'granting the course', text: delivering },
  { name: 'counting the sale', text: /^update "site_content" set "buy_count"/ },
  { name: 'noting the line as delivered', text: /^update "order_item" set "deliver_status"/ },
  { name: 'COMMIT of the delivery', text: /^commit/, after: [delivering] },
  { name: 'completing the order', text: completing },
  { name: 'telling the learner', text: /^insert into "message"/, after: [completing] },
  {
    name: 'noting jobs as done',
    text: /pgboss\.[\s\S]*state = 'completed'[\s\S]*where (j\.)?name = \$1/i,
  },
  { name: 'COMMIT of the completion', text: /^commit/, after: [completing] },
];

const { sent, unreceived, received } = namePoints('notice');

export const paymentPoints: Point[] = [
  { name: sent },
  { name: unreceived },
  { name: received },
  ...paymentSteps.flatMap(around),
];
