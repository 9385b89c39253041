import { useLocation, useNavigate } from '@cme/ui/router';
import { useEffect, useRef } from 'react';

/** Goes back one history entry, even if called again before that has happened. */
export function useStepBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  const isLeaving = useRef(false);
  // The forward button may return to an entry that was left.
  useEffect(() => {
    isLeaving.current = false;
  }, [key]);
  return () => {
    if (isLeaving.current) return;
    isLeaving.current = true;
    void navigate(-1);
  };
}
