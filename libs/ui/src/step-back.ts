import { useLocation, useNavigate } from '@cme/ui/router';
import { useRef } from 'react';

/** One step back, however often it is asked for while the step is under way. */
export function useStepBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  const left = useRef('');
  return () => {
    if (left.current === key) return;
    left.current = key;
    void navigate(-1);
  };
}
