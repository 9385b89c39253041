import { wirePath } from '@cme/contract/base';
import { everyCall } from '@cme/contract/every-call';

const paths = new Set(
  everyCall.filter((call) => call.repeatable).map(({ path }) => wirePath(path)),
);

/** Gateways resend payment notices, so the API processes each one only once. */
const notices = /^\/qm\/api\/v5\/pay\/notify\/\w+$/;

/** Whether a call may be sent again when the outcome of the first attempt is unknown. */
export function isRepeatable(method: string, url: string): boolean {
  const [path = ''] = url.split('?', 1);
  return (
    ['GET', 'HEAD', 'OPTIONS'].includes(method) ||
    (method === 'POST' && (paths.has(path) || notices.test(path)))
  );
}
