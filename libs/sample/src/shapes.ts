/** The shapes of the sample content: plain data, converted to rows by `make-sample.ts`. Ids are
 * stable (`sampleId`), references are ids of this content, and referenced files are checked in. */
import type { Registration } from '@cme/contract/person';

/** The main site, a hospital's closed one, a city's open one, one whose service has ended, one
 * whose service has not begun, and the local test site. */
export type SiteKey = 'main' | 'hospital' | 'city' | 'ended' | 'opening' | 'test';

export type YesNo = 'Y' | 'N';

/** A relative time, so that the sample is current whenever it is created; `momentOf` in
 * `moments.ts` converts it. `part` is a fraction of that year; for the current year, of its
 * elapsed part. */
export type When =
  | { on: string }
  | { daysAgo: number; minutes?: number }
  | { yearsAgo: number; part: number };

export interface SampleMenu {
  key: string;
  title: string;
  path: string;
  need_login: YesNo;
  /** Icon name for menus shown as icons; by path if absent. */
  icon?: string;
}

/** A site's configuration of a home page block; defaults for the rest. */
export interface SampleBlock {
  kind:
    | 'banner'
    | 'flow'
    | 'news'
    | 'recommend'
    | 'class'
    | 'free'
    | 'hot'
    | 'expense'
    | 'live'
    | 'partner';
  position: number;
  size?: number;
  enabled?: boolean;
  title?: string;
}

/** `domain` of the main site and its two subdomains follow MAIN_DOMAIN; these are the defaults. */
export interface SampleSite {
  site_id: string;
  key: SiteKey;
  domain: string;
  player_domain: string;
  user_domain: string;
  site_name: string;
  site_short_name: string;
  site_logo: string;
  circle_logo: string;
  favicon: string;
  theme: { primary: string; radius: number };
  slogan: string;
  icp_no: string;
  police_no: string;
  service_phone: string;
  service_time: string;
  isCustomerDomain: YesNo;
  isEffectiveSite: YesNo;
  isEndSite: YesNo;
  isOpenOutsideWorld: YesNo;
  defaultLoginUrl: string;
  login_ways: string[];
  second_factor?: 'off' | 'optional';
  registration: Registration;
  unit_review: YesNo;
  play_kick_mode: 'kick_previous' | 'reject_current';
  menus: SampleMenu[];
  mobile_menus: SampleMenu[];
  /** Footer links in order. */
  footer: { title: string; url: string }[];
  blocks?: SampleBlock[];
  /** Days from the start of the sample until the site opens. */
  opensInDays?: number;
  /** Days before the start of the sample on which the service ended. */
  endedDaysAgo?: number;
  police_url?: string;
  footer_text?: string;
  wechat_qr?: string;
  header_style?: 'light' | 'brand';
  mobile_menu_style?: 'list' | 'grid';
  content_scope?: 'all' | 'listed';
  pay_channels?: string[];
  auto_credit?: YesNo;
}

export interface SampleBanner {
  id: string;
  site: SiteKey;
  title: string;
  text: string;
  image: string;
  link: string;
}

export interface SamplePartner {
  site: SiteKey;
  name: string;
  logo: string;
  url: string;
}

/** A news item in its source form. */
export interface NewsSource {
  key: string;
  title: string;
  source: string;
  publish: When;
  views: number;
  top?: boolean;
  text: string[];
}

export interface SampleNews {
  id: string;
  site: SiteKey;
  /** N policies and regulations, B notices. */
  type: 'N' | 'B';
  title: string;
  source: string;
  summary: string;
  html: string;
  publish: When;
  top: YesNo;
  view_count: number;
}

export interface SampleTeacher {
  teacher_id: string;
  site: SiteKey;
  name: string;
  title: string;
  unit: string;
  photo: string;
  intro: string;
}

export interface SampleSection {
  section_id: string;
  title: string;
  type: 'video';
  /** Measured duration of a video, otherwise the planned one. */
  seconds: number;
  required: YesNo;
  /** Folder under `apps/api/media/hls/`: `index.m3u8`, `poster.webp`, `zh.vtt`, segments. Absent:
   * outline only. */
  media?: string;
}

export interface SampleChapter {
  chapter_id: string;
  title: string;
  sections: SampleSection[];
}

export interface SampleCourse {
  id: string;
  key: string;
  site: SiteKey;
  content_type: 'C';
  title: string;
  subtitle: string;
  cover: string;
  summary: string;
  detail_html: string;
  subject_kind: 'public' | 'pro';
  year: number;
  /** From the broad discipline to the specific one. */
  discipline: string[];
  project_no: string;
  project_level: string;
  leader: string;
  source_unit: string;
  hours: number;
  credits: number;
  credit_type: string;
  price_fen: number;
  market_price_fen: number;
  is_free: YesNo;
  series_codes: string[];
  levels: ('A' | 'B' | 'C' | 'D')[];
  post_types: ('E' | 'M' | 'A')[];
  tags: string[];
  teachers: { teacher_id: string; role: '主讲' | '负责人' }[];
  chapters: SampleChapter[];
  sequential: YesNo;
  has_exam: YesNo;
  has_survey: YesNo;
  /** Days from joining until study ends. */
  study_days: number;
  /** Days after payment in which a refund can be requested. */
  refund_days: number;
  publish: When;
  start: When;
  end: When;
  /** In 推荐课程 on the home page. */
  recommended: boolean;
  sort: number;
}

export interface SampleProgress {
  section_id: string;
  section_status: 'studying' | 'finished';
  ranges: [number, number][];
  last_position: number;
  at: When;
}

/** A learner's progress in a course. The course's progress is derived from `sections`; those not
 * listed are not started. */
export interface SampleEnrolment {
  learning_id: string;
  course_id: string;
  learn_status: 'enrolled' | 'studying' | 'study_done' | 'completed' | 'expired';
  /** Days from now until study ends, if not the course's own. */
  endsInDays?: number;
  joined: When;
  completed?: When;
  last_section_id: string;
  last_position: number;
  sections: SampleProgress[];
}

export interface SamplePerson {
  user_id: string;
  key: string;
  site: SiteKey;
  mobile: string;
  password: string;
  real_name: string;
  id_type?: 'ID' | 'OF' | 'HM' | 'PP';
  id_no: string;
  gender?: 'M' | 'F';
  birth_date?: string;
  /** GB/T 2260 code of the county. */
  area_id: string;
  unit_name: string;
  department: string;
  post_name: string;
  title_name: string;
  series_code: string;
  /** Empty: not given yet. */
  level: 'A' | 'B' | 'C' | 'D' | '';
  post_type: 'E' | 'M' | 'A' | '';
  verify_status: 'unverified' | 'checking' | 'verified' | 'failed';
  /** Key of the unit they belong to. */
  unit?: string;
  unit_status: 'none' | 'waiting' | 'joined' | 'refused' | 'leaving';
  status: 'normal' | 'locked' | 'disabled';
  roles: string[];
  joined: When;
  enrolments: SampleEnrolment[];
  /** Unread messages of this person. */
  messages: SampleMessage[];
}

export interface SampleMessage {
  id: string;
  kind: 'system' | 'order' | 'study' | 'exam' | 'credit' | 'certificate' | 'class';
  title: string;
  text: string;
  at: When;
  read: boolean;
}
