import { Icon } from '@cme/ui';
import { words } from '../page/words.ts';
import { setCare, useCare } from './care.ts';

export function CareSwitch({ className }: { className?: string }) {
  const isOn = useCare();
  return (
    <button
      type="button"
      className={`care-switch ${className ?? ''}`}
      aria-pressed={isOn}
      onClick={() => setCare(!isOn)}
    >
      <Icon name="care" size={18} />
      {words.care}
    </button>
  );
}
