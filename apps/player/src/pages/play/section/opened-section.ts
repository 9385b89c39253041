import { isCallError, send } from '@cme/commons/api-client';
import { playerEnter, playerLeave, playerMedia } from '@cme/contract/study';
import { createAddress, type MediaAddress } from '@cme/ui/hls';
import { words } from '../../../components/words.ts';
import { createBeats } from '../beats/beats.ts';
import type { Beat } from '../beats/beats.reducer.ts';
import type { Entered, PlayEvent } from './play.reducer.ts';

/** A lapsed play is entered again unseen at most this often. */
const unseenEveryMs = 30_000;

interface Callbacks {
  dispatch(event: PlayEvent): void;
  onAccepted(ledger: Beat): void;
  /** The section is finished by now. */
  onFinished(): void;
  /** Study was suspended meanwhile. */
  onSuspended(): void;
}

/** A section that is being played: its play, the beats of that, and the address of its media. */
export interface OpenedSection {
  beat: ReturnType<typeof createBeats>['beat'];
  address(): MediaAddress | undefined;
  close(): void;
}

/** Enters a section. `isForced` takes over from another device. */
export function openSection(
  sectionId: string,
  isForced: boolean,
  callbacks: Callbacks,
): OpenedSection {
  const abortController = new AbortController();
  const { signal } = abortController;
  const dispatch = (event: PlayEvent) => !signal.aborted && callbacks.dispatch(event);
  let token = '';
  let beats: ReturnType<typeof createBeats> | undefined;
  let address: MediaAddress | undefined;
  let reentry: Promise<Entered> | undefined;
  let enteredUnseenAt = -Infinity;

  const enter = async (force: boolean) => {
    const entered = await enterSection(sectionId, force, signal);
    token = entered.play_token;
    if (signal.aborted) leaveSection(token);
    else begin(entered);
    return entered;
  };
  /**
   * When the play has lapsed during a pause, study goes on unseen: it is entered again. If that
   * lapses at once, the learner is asked.
   */
  const enterUnseen = (lapsed: PlayEvent): Promise<Entered | undefined> => {
    if (reentry) return reentry;
    const isAllowed = Math.abs(Date.now() - enteredUnseenAt) >= unseenEveryMs;
    if (!isAllowed) return Promise.resolve(void dispatch(lapsed));
    enteredUnseenAt = Date.now();
    reentry = enter(false).finally(() => {
      reentry = undefined;
    });
    reentry.catch((error: unknown) => dispatch(toRefusal(error)));
    return reentry;
  };
  const renewMedia = async (): Promise<string> => {
    try {
      return (await send(playerMedia, { play_token: token })).media_url;
    } catch (error) {
      const refusal = toRefusal(error);
      const isLapsed = refusal.code === 'play_lapsed';
      const entered = isLapsed ? await enterUnseen(refusal) : undefined;
      if (entered) return entered.media_url;
      if (isRefused(refusal) && !isLapsed) dispatch(refusal);
      throw error;
    }
  };
  function begin(entered: Entered): void {
    if (address) address.offer(entered.media_url);
    else address = createAddress(entered.media_url, renewMedia);
    void beats?.close();
    const noteFinished = createFinishNote(entered, callbacks.onFinished);
    beats = createBeats(token, {
      onAccepted(ledger) {
        dispatch({ type: 'beatAccepted', ledger });
        callbacks.onAccepted(ledger);
        noteFinished(ledger);
      },
      onRefused(code, message) {
        const refusal = { type: 'refused', code, message, statusCode: 400 } as const;
        if (code === 'refund_pending') callbacks.onSuspended();
        if (code === 'play_lapsed') void enterUnseen(refusal).catch(() => undefined);
        else dispatch(refusal);
      },
      onConnection: (offline, dropped) => dispatch({ type: 'connection', offline, dropped }),
    });
    dispatch({ type: 'entered', entered });
  }
  void enter(isForced).catch((error: unknown) => dispatch(toRefusal(error)));

  return {
    beat: (...sent) => beats?.beat(...sent) ?? Promise.resolve(),
    address: () => address,
    close() {
      abortController.abort();
      void Promise.resolve(beats?.close()).then(() => token && leaveSection(token));
    },
  };
}

/** Without a response the media may still play, and beats tell that the page is offline. */
const isRefused = ({ statusCode }: { statusCode: number }) => statusCode > 0 && statusCode < 500;

/** Calls back when a section that was unfinished at the entry is finished. */
function createFinishNote({ section_status }: Entered, onFinished: () => void) {
  let isKnown = section_status === 'finished';
  return (ledger: Pick<Beat, 'section_status'>) => {
    const isFinished = ledger.section_status === 'finished';
    if (isFinished && !isKnown) onFinished();
    isKnown = isFinished;
  };
}

/** Study counts from when the page is visible: a prerendered page waits. */
async function enterSection(
  sectionId: string,
  force: boolean,
  signal: AbortSignal,
): Promise<Entered> {
  const page = document as Document & { prerendering?: boolean };
  if (page.prerendering)
    await new Promise((resolve) =>
      page.addEventListener('prerenderingchange', resolve, { once: true }),
    );
  return send(playerEnter, { section_id: sectionId, force: force ? 'Y' : 'N' }, { signal });
}

function leaveSection(token: string) {
  void send(playerLeave, { play_token: token }, { keepalive: true }).catch(() => undefined);
}

function toRefusal(error: unknown): Extract<PlayEvent, { type: 'refused' }> {
  const { code, message, statusCode } = isCallError(error)
    ? error
    : { code: undefined, message: words.loadFailed, statusCode: 0 };
  return { type: 'refused', code, message, statusCode };
}
