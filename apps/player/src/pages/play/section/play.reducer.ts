import type { DataOf } from '@cme/contract/base';
import type { LedgerState, playerCourse, playerEnter } from '@cme/contract/study';

export type Entered = DataOf<typeof playerEnter>;
type Course = DataOf<typeof playerCourse>;

/**
 * Why a section does not play: it is studied elsewhere, the session lapsed, the server refuses,
 * or it is unreachable.
 */
export interface Interruption {
  kind: 'moved' | 'lapsed' | 'refused' | 'failed';
  message: string;
}

export interface PlayState {
  entered?: Entered;
  ledger?: LedgerState;
  interruption?: Interruption | undefined;
  offline: boolean;
  /** More was watched offline than the server will count. */
  dropped: boolean;
}

export type PlayEvent =
  | { type: 'entering' }
  | { type: 'entered'; entered: Entered }
  | { type: 'beatAccepted'; ledger: LedgerState }
  | { type: 'connection'; offline: boolean; dropped: boolean }
  | { type: 'checkAnswered'; ledger: LedgerState }
  /** `statusCode` 0: there was no response. */
  | { type: 'refused'; code: string | undefined; message: string; statusCode: number };

export const notEntered: PlayState = { offline: false, dropped: false };

export function playReducer(state: PlayState, event: PlayEvent): PlayState {
  switch (event.type) {
    case 'entering':
      return notEntered;
    case 'entered':
      return { ...state, entered: event.entered, ledger: event.entered };
    case 'beatAccepted':
      return { ...state, ledger: event.ledger };
    case 'connection':
      return { ...state, offline: event.offline, dropped: event.dropped };
    case 'checkAnswered':
      return {
        ...state,
        ledger: event.ledger,
        interruption: undefined,
      };
    case 'refused':
      return { ...state, interruption: getInterruption(event) };
  }
}

function getInterruption({
  code,
  message,
  statusCode,
}: Extract<PlayEvent, { type: 'refused' }>): Interruption | undefined {
  // The ledger contains the open question.
  if (code === 'check_open') return undefined;
  if (code === 'play_moved') return { kind: 'moved', message };
  if (code === 'play_lapsed') return { kind: 'lapsed', message };
  return { kind: statusCode === 0 || statusCode >= 500 ? 'failed' : 'refused', message };
}

/** The course, with the section's state from the last beat. */
export function withSectionState(course: Course, sectionId: string, ledger: LedgerState): Course {
  return {
    ...course,
    progress: ledger.progress,
    learn_status: ledger.learn_status,
    chapters: course.chapters.map((chapter) => ({
      ...chapter,
      sections: chapter.sections.map((section) =>
        section.section_id === sectionId
          ? { ...section, section_status: ledger.section_status }
          : section,
      ),
    })),
  };
}
