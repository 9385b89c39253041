import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

/** The status of a GET with exactly these headers: `fetch` adds its own to conditional ones. */
export async function rawStatus(url: string, headers: Record<string, string>): Promise<number> {
  const [response] = (await once(request(url, { headers }).end(), 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode ?? 0;
}
