import { useLocation, useNavigate } from '@cme/ui/router';
import { useRef } from 'react';

/** Goes back one history entry, even if called again before that has happened. */
export function useStepBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  const leftPath = useRef('');
  return () => {
    if (leftPath.current === key) return;
    leftPath.current = key;
    void navigate(-1);
  };
}
