/**
 * What becomes of a stored item:
 * - `session`: goes with the session that wrote it
 * - `person`: goes when that person signs out, or another one signs in
 * - `stranger`: of somebody who is not signed in; goes at signing in and out, and after ten minutes
 * - `tab`: says nothing about a person; goes with the tab, and at signing out
 * - `device`: says nothing about a person; stays
 */
export type StorageEnd = 'session' | 'person' | 'stranger' | 'tab' | 'device';

/** Items of a tab by the word before the first `/`, in session storage. */
export const tabItems = {
  /** Unfinished input, by enrolment. */
  homework: 'person',
  inquiry: 'person',
  note: 'person',
  /** Unfinished answers, by person and survey. */
  survey: 'person',
  /** Answers that the server has not stored yet, by attempt, where IndexedDB is unavailable. */
  exam: 'person',
  /** Ids of files under way, by field. */
  files: 'person',
  /** The person to whom the items of this tab belong. */
  owner: 'person',
  regist: 'stranger',
  /** A number on its way from signing in to registration. */
  known_mobile: 'stranger',
  sms_cooldown: 'stranger',
  search_history: 'stranger',
  /** Scroll positions by history entry. */
  places: 'tab',
  /** Loaded pages of a list by history entry. */
  catalogue: 'tab',
  catalogue_filter: 'tab',
} as const satisfies Record<string, StorageEnd>;
export type TabItem = keyof typeof tabItems;

/** Everything else that the product writes into a browser, by place and exact name. */
export const otherItems = {
  local: {
    user_token: 'session',
    user_token_contract: 'session',
    user_token_family: 'session',
    /** How loud this device plays, by media-chrome. */
    'media-chrome-pref-muted': 'device',
    'media-chrome-pref-volume': 'device',
    /** How it plays: speed, captions and their size. */
    cme_playback: 'device',
  },
  /** Written by the edge's inline scripts. */
  tab: { cme_typed: 'tab', cme_reloaded: 'tab' },
  /** Databases of IndexedDB; the answers in them are named by attempt. */
  database: { 'keyval-store': 'person' },
  cookie: {
    cme_session: 'session',
    cme_signed: 'session',
    cme_device: 'device',
    cme_bucket: 'device',
    cme_care: 'device',
  },
} as const satisfies Record<string, Record<string, StorageEnd>>;
