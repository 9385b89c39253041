import { useLocation, useNavigate } from '@cme/ui/router';
import { useRef } from 'react';

/** Goes back one history entry, even if called again before that has happened. */
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
