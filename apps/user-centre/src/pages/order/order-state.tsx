import { StateBadge, type Tone } from '@cme/ui/row-list';

const tones: Record<string, Tone> = {
  pending: 'waiting',
  applied: 'waiting',
  issuing: 'waiting',
  processing: 'waiting',
  refunding: 'waiting',
  completed: 'good',
  success: 'good',
  issued: 'good',
  closed: 'over',
  canceled: 'over',
  refunded: 'over',
  reversed: 'over',
  failed: 'bad',
  rejected: 'bad',
};

/** The state of an order, a refund or an invoice. */
export const OrderState = ({ state, name }: { state: string; name: string }) => (
  <StateBadge tone={tones[state] ?? 'open'}>{name}</StateBadge>
);
