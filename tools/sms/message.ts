/** A text message that a provider accepted. */
export interface SentMessage {
  provider: 'aliyun' | 'tencent';
  id: string;
  mobile: string;
  scene: string;
  code: string;
  /** As the phone shows it. */
  text: string;
  /** The account's own number of it. */
  out_id: string;
  at: string;
}

/** What a provider does with the next requests: as usual, an answer that never comes, one that comes
 * after the message was accepted, a closed connection, HTTP 500, no JSON, or a refusal. */
export const modes = [
  'normal',
  'hang',
  'accept-hang',
  'cut',
  'error',
  'garbage',
  'number',
  'limit',
  'balance',
  'busy',
] as const;
type Mode = (typeof modes)[number];
/** What its delivery reports say; `none`: it sends none. */
export const reportModes = ['delivered', 'failed', 'none'] as const;
type ReportMode = (typeof reportModes)[number];

export interface Control {
  mode: Mode;
  report: ReportMode;
}

export interface Reply {
  status: number;
  body: object;
}
