import {
  factorState,
  myFacts,
  profileDetail,
  topNoticeCount,
  userInfo,
} from '@cme/contract/person';
import { trainingclassList } from '@cme/contract/study';
import { certificateList, type CertificateRow } from '@cme/contract/credits';
import { type Order, orderList } from '@cme/contract/payment';
import { mockReply } from './mock-replies.ts';
import { sampleOrder, samplePage, sampleUser } from './sample.ts';

/** Options of `renderPage`: a signed-in learner on the personal centre's origin. */
export const signedIn = {
  page: samplePage({ host: 'user.cme.localhost:8080', full_domain_name: 'user.cme.localhost' }),
  token: 'token',
};

/** Mocks the calls that every page of the personal centre makes. */
export function mockUserCentre(): void {
  mockReply(userInfo, sampleUser());
  mockReply(myFacts, {
    current: [],
    list: [],
    earliest: '2025-01-01',
    latest: '2026-11-26',
    decider_name: '培训中心',
  });
  mockReply(profileDetail, {
    title_name: '',
    title_date: '',
    department: '',
    post_name: '',
    education: '',
    education_name: '',
    email: '',
    email_verified: 'N',
    practice_no: '',
    grass_roots: '',
    picture: '',
  });
  mockReply(topNoticeCount, { unread_count: 0 });
  mockReply(factorState, {
    offered: 'N',
    enrolled: 'N',
    required: 'N',
    enrolled_at: '',
    recovery_left: 0,
  });
  mockReply(trainingclassList, { list: [], total: 0, page: 1, page_size: 10 });
}

/** A paid order that offers every action. */
export const paidOrder = sampleOrder({
  order_code: 'D1',
  actions: ['study', 'refund', 'invoice', 'hide'],
});

/** Mocks a list with a single order. */
export function mockOnlyOrder(order: Order = paidOrder): void {
  const counts = { all: 1, pending: 0, paid: 1, closed: 0, refunded: 0 };
  mockReply(orderList, { list: [order], total: 1, page: 1, page_size: 10, counts });
}

export const sampleCertificate = (change: Partial<CertificateRow> = {}): CertificateRow => ({
  cert_no: '2026-0351-P-0001234-7',
  kind: 'course_credit',
  kind_name: '项目学分证书',
  year: 2026,
  title: '高血压规范化管理',
  cert_status: 'issued',
  cert_status_name: '已发放',
  reason: '',
  hours: 6,
  credits: 2,
  credit_type: '省级',
  issued_at: '2026-11-20 10:00:00',
  replaced_by: '',
  replaces: '',
  ...change,
});

/** Mocks a list of certificates of one year. */
export function mockCertificates(...list: CertificateRow[]): void {
  const years = [{ year: 2026, hours: 6, credits: 2, count: list.length }];
  mockReply(certificateList, { years, list });
}
