import { StateBadge, type Tone } from '@cme/ui/row-list';

const tones: Record<string, Tone> = {
  met: 'good',
  issued: 'good',
  granted: 'good',
  met_with_pending: 'waiting',
  pending: 'waiting',
  unmet: 'waiting',
  revoked: 'bad',
  rejected: 'bad',
};

/** The state of a year, a certificate or a row of the ledger. */
export const CertificateState = ({ state, name }: { state: string; name: string }) => (
  <StateBadge tone={tones[state] ?? 'over'}>{name}</StateBadge>
);
