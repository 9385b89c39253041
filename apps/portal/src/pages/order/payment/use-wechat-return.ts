import { useNavigate, useSearchParams } from '@cme/ui/router';
import { useEffect, useState } from 'react';
import type { WechatGrant } from './payment.queries.ts';

/**
 * Parameters that WeChat's authorization page returned: removed from the URL at once and stored
 * nowhere.
 */
export function useWechatReturn(): WechatGrant {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [grant] = useState(() => ({
    ...(search.get('code') && { code: search.get('code') ?? '' }),
    ...(search.get('state') && { state: search.get('state') ?? '' }),
  }));
  const hasReturned = search.has('code') || search.has('state');
  useEffect(() => {
    if (hasReturned) void navigate({ search: '' }, { replace: true });
  }, [hasReturned, navigate]);
  return grant;
}
