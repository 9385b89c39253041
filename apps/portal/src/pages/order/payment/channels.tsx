import type { DataOf } from '@cme/contract/base';
import type { payChannels } from '@cme/contract/payment';
import { Skeleton } from '@cme/ui';
import css from './channels.module.css';
import { paymentWords as words } from './payment.words.ts';

interface Props {
  list: DataOf<typeof payChannels>['list'];
  value: string;
  onChange: (channel: string) => void;
}

/** Payment methods, each with a note. */
export function Channels({ list, value, onChange }: Props) {
  return (
    <fieldset className={css.channels}>
      <legend>{words.ways}</legend>
      {list.map(({ channel, name }) => (
        <label key={channel} className={css.channel}>
          <input
            type="radio"
            name="channel"
            value={channel}
            checked={channel === value}
            onChange={() => onChange(channel)}
          />
          <span className={css.mark} data-kind={channel.split('_')[0]} aria-hidden="true">
            {name.slice(0, 1)}
          </span>
          {name}
        </label>
      ))}
    </fieldset>
  );
}

/** Keeps the place of the usual three payment methods, so that nothing moves when they arrive. */
export function ChannelsSkeleton() {
  return (
    <fieldset className={css.channels} aria-busy="true">
      <legend>{words.ways}</legend>
      <Skeleton height={56} />
      <Skeleton height={56} />
      <Skeleton height={56} />
    </fieldset>
  );
}
