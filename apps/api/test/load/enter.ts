import { openClient, openSockets, request } from './load.ts';
import type { Ready } from './server.ts';
import { segments } from './study.ts';

export const host = 'api.cme.localhost';
export const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const json = { 'Content-Type': 'application/json' };

export interface Played {
  token: string;
  play: string;
  seq: number;
  position: number;
}

/** All learners join, enter, get a play token, and fetch the video. */
export async function enterAll({
  fromDatabase,
  courseId,
  sectionId,
  tokens,
}: Ready): Promise<Played[]> {
  const plays: Played[] = [];
  const left = tokens.slice();
  const sockets = await openSockets({ port: fromDatabase, host: '127.0.0.1' }, 8);
  await Promise.all(
    sockets.map(async (socket) => {
      const sendBytes = openClient(socket);
      for (let token = left.pop(); token !== undefined; token = left.pop()) {
        const headers = { ...form, 'X-Token': token };
        await sendBytes(
          request(
            '/qm/api/v5/learn/join',
            host,
            headers,
            `full_domain_name=cme.localhost&id=${courseId}`,
          ),
        );
        const { body } = await sendBytes(
          request(
            '/qm/api/v5/player/enter',
            host,
            headers,
            `full_domain_name=cme.localhost&section_id=${sectionId}`,
          ),
        );
        const { data } = JSON.parse(body.toString()) as {
          data: { play_token: string; media_url: string };
        };
        for (const file of segments)
          await sendBytes(request(data.media_url.replace('index.m3u8', file), host));
        plays.push({
          token,
          play: data.play_token,
          seq: 0,
          position: 0,
        });
      }
      socket.destroy();
    }),
  );
  return plays;
}

/** The first beat of all learners, which moves the enrolment from joined to studying; returns the
 * rate per second. */
export async function beginAll({ fromDatabase }: Ready, plays: Played[]): Promise<number> {
  const left = plays.slice();
  const sockets = await openSockets({ port: fromDatabase, host: '127.0.0.1' }, 16);
  const start = performance.now();
  await Promise.all(
    sockets.map(async (socket) => {
      const sendBytes = openClient(socket);
      for (let mine = left.pop(); mine; mine = left.pop()) await sendBytes(sendBeat(mine, 0));
      socket.destroy();
    }),
  );
  return plays.length / ((performance.now() - start) / 1000);
}

/** The next beat of a learner who has watched up to this second. */
export function sendBeat(mine: Played, position: number): Buffer {
  const spans = [[mine.position, position]];
  mine.seq += 1;
  mine.position = position;
  const body = {
    full_domain_name: 'cme.localhost',
    play_token: mine.play,
    seq: mine.seq,
    spans,
    position,
    rate: 1,
    visible: true,
    at: Date.now(),
  };
  return request(
    '/qm/api/v5/player/beat',
    host,
    { ...json, 'X-Token': mine.token },
    JSON.stringify(body),
  );
}
