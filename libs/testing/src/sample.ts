import type { PageBlock, SiteLogo } from '@cme/contract/site';
import type { UserInfo } from '@cme/contract/person';
import type { ContentCard, ContentDetail } from '@cme/contract/content';
import type { Order, Refund } from '@cme/contract/payment';

/** Realistic sample data; a test overrides only what it is about. */
export const sampleSite = (change: Partial<SiteLogo> = {}): SiteLogo => ({
  site_id: '01J000000000000000000000S1',
  site_name: '省卫生健康继续教育中心',
  site_short_name: '继续教育中心',
  site_logo: '',
  circle_logo: '',
  favicon: '',
  theme: { primary: '#0f6b66', radius: 8 },
  slogan: '学有所用，行有所成',
  icp_no: '',
  police_no: '',
  service_phone: '400-000-0000',
  service_time: '工作日 8:30-17:30',
  isCustomerDomain: 'N',
  isEffectiveSite: 'Y',
  isEndSite: 'N',
  isOpenOutsideWorld: 'Y',
  defaultLoginUrl: '',
  main_host: 'cme.localhost:8080',
  ...change,
});

const origins = {
  portal: 'http://cme.localhost:8080',
  player: 'http://player.cme.localhost:8080',
  user: 'http://user.cme.localhost:8080',
};

/** Page settings of the main site, on the portal's origin. */
export const samplePage = (change: Partial<PageBlock> = {}): PageBlock => ({
  contract: 1,
  host: 'cme.localhost:8080',
  full_domain_name: 'cme.localhost',
  site: sampleSite(),
  addresses: { api: '', console: '', content: '' },
  areas: origins,
  family: ['cme.localhost:8080', 'player.cme.localhost:8080', 'user.cme.localhost:8080'],
  cookie_domain: 'cme.localhost',
  remotes: [],
  nonce: '',
  releases: {},
  ...change,
});

/**
 * Page settings of a customer domain: all areas on one origin; closed to the public unless
 * overridden.
 */
export const customerPage = (change: Partial<PageBlock> = {}): PageBlock =>
  samplePage({
    host: 'hospital.localhost:8080',
    full_domain_name: 'hospital.localhost',
    site: sampleSite({
      site_name: '市人民医院继续教育平台',
      isCustomerDomain: 'Y',
      isOpenOutsideWorld: 'N',
    }),
    areas: { portal: '', player: '', user: '' },
    family: ['hospital.localhost:8080'],
    cookie_domain: '',
    ...change,
  });

export const sampleUser = (change: Partial<UserInfo> = {}): UserInfo => ({
  user_id: '01J000000000000000000000U1',
  real_name: '李晓梅',
  mobile: '138****0001',
  id_no: '110105********002X',
  id_type: 'ID',
  gender: 'F',
  birth_date: '1991-05-20',
  area_id: '110105',
  area_name: '朝阳区',
  unit_name: '市人民医院',
  series_code: '04',
  level: 'A',
  post_type: 'E',
  verify_status: 'verified',
  is_complete: 'Y',
  unread_count: 3,
  roles: ['learner'],
  ...change,
});

export const sampleCard = (change: Partial<ContentCard> = {}): ContentCard => ({
  content_type: 'C',
  id: '01J000000000000000000000C1',
  title: '基层常见心律失常的识别与处理',
  subtitle: '',
  cover: '/cover.svg',
  subject_kind: 'pro',
  year: 2026,
  project_level: '省级',
  series_codes: ['01'],
  levels: ['A', 'B'],
  hours: 6,
  credits: 2,
  credit_type: '',
  price: '0.00',
  is_free: 'Y',
  teacher_name: '周建国',
  teacher_unit: '省人民医院',
  study_count: 1280,
  section_count: 5,
  ...change,
});

/** The card in full: a free course that nobody has joined yet. */
export const sampleDetail = (change: Partial<ContentDetail> = {}): ContentDetail => ({
  ...sampleCard(),
  summary: '',
  detail_html: '<p>识别常见心律失常</p>',
  project_no: '',
  leader: '',
  source_unit: '',
  start_at: '2026-01-01 00:00:00',
  end_at: '2026-12-31 23:59:59',
  study_days: 180,
  sequential: 'N',
  discipline: [],
  tags: [],
  score_avg: 0,
  appraise_count: 0,
  resource_count: 0,
  action: 'join',
  ...change,
});

/** A paid order of one course that has been opened for study. */
export const sampleOrder = (change: Partial<Order> = {}): Order => ({
  order_code: '20261121083000123456',
  subject: '高血压规范化管理',
  order_status: 'completed',
  order_status_name: '已完成',
  close_reason: '',
  items: [
    {
      order_item_id: 'i1',
      content_type: 'C',
      content_id: 'c1',
      title: '高血压规范化管理',
      cover: '/cover.svg',
      hours: 6,
      credits: 2,
      study_days: 365,
      price: '19.90',
      saved: '0.00',
      pay: '19.90',
      deliver_status: 'done',
      course_id: 'c1',
    },
  ],
  total: '19.90',
  discount: '0.00',
  card: '0.00',
  pay: '19.90',
  paid: '19.90',
  refunded: '0.00',
  channel_name: '',
  late_paid: 'N',
  created_at: '2026-11-21 16:30:00',
  expire_at: '2026-11-21 17:00:00',
  expire_ms: 0,
  paid_at: '',
  invoice_status: 'none',
  actions: ['study', 'refund', 'invoice'],
  refunds: [],
  server_time: 0,
  ...change,
});

/** A refund application that waits for review. */
export const sampleRefund = (change: Partial<Refund> = {}): Refund => ({
  refund_no: 'R1',
  order_code: '20261121083000123456',
  refund_status: 'pending',
  refund_status_name: '待审核',
  amount: '14.93',
  reason: '岗位调整',
  note: '',
  items: [],
  created_at: '2026-11-22 09:00:00',
  finished_at: '',
  timeline: [],
  can_cancel: true,
  ...change,
});
