import { Button, LinkTo } from '@cme/ui';
import type { NextStep } from './next-step.ts';

interface Props {
  step: NextStep;
  size?: 'lg';
  fullWidth?: boolean;
}

/** Link to the next step after study; disabled while it is not available yet. */
export function NextStepButton({ step, ...buttonProps }: Props) {
  return (
    <Button
      component={LinkTo}
      to={step.to}
      variant={step.isLater ? 'default' : 'filled'}
      {...buttonProps}
    >
      {step.name}
    </Button>
  );
}
