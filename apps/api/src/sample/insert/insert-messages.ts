import type { MessageKind, MessageLink } from '@cme/contract/person';
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Db } from '../../platform/database/database.ts';
import { readCertificates } from '../../credits/certificate/certificate.store.ts';
import { examAttempt } from '../../study/exam/enrolment/exam.tables.ts';
import { insertBroadcasts, insertMessages } from '../../person/message/message.store.ts';
import { readOrders } from '../../payment/order/order-list.store.ts';
import { eventId } from '@cme/sample/events';
import { courseId, newsId, sampleId } from '@cme/sample/ids';
import { toMoment } from '@cme/sample/moments';
import { people } from '@cme/sample/people';
import { sites } from '@cme/sample/sites';

const getSiteId = (key: string) => sites.find((site) => site.key === key)?.site_id ?? key;

interface SampleMessage {
  kind: MessageKind;
  title: string;
  text: string;
  link: readonly [MessageLink, string];
  daysAgo: number;
  read?: boolean;
}

const reminders: readonly SampleMessage[] = [
  {
    kind: 'study',
    title: '您预约的直播即将开始',
    text: '请提前进入直播间，听课期间保持页面打开。',
    link: ['L', eventId('main', 'live-flu')],
    daysAgo: 0.1,
  },
  {
    kind: 'class',
    title: '培训班开始报名',
    text: '“传染病监测预警培训”新一期开始报名，名额有限，请在截止前完成申请。',
    link: ['trainingclass', ''],
    daysAgo: 3,
  },
  {
    kind: 'study',
    title: '课程即将到期',
    text: '“压力性损伤的预防与分期护理”的学习期限将近，请合理安排时间。',
    link: ['C', courseId('main', 'pressure-injury')],
    daysAgo: 4,
  },
  {
    kind: 'exam',
    title: '考试开放',
    text: '您已学完课程的全部必修小节，可以参加考试了。',
    link: ['myexam', ''],
    daysAgo: 5,
    read: true,
  },
  {
    kind: 'system',
    title: '账号安全提醒',
    text: '您的账号在新的设备上登录。如非本人操作，请尽快修改密码。',
    link: ['setting', ''],
    daysAgo: 9,
    read: true,
  },
  {
    kind: 'credit',
    title: '年度学时提醒',
    text: '本年度还有学时未完成，请在截止日期前完成学习。',
    link: ['learn', ''],
    daysAgo: 14,
    read: true,
  },
];

/** The nurse's messages about all events, so that each kind of message and link exists. */
async function toNurseMessages(db: Db, userId: string, now: Date): Promise<SampleMessage[]> {
  const [order] = await readOrders(db, userId, 'paid', 1, 1);
  const [refunded] = await readOrders(db, userId, 'refunded', 1, 1);
  const [attempt] = await db
    .select()
    .from(examAttempt)
    .where(and(eq(examAttempt.user_id, userId), isNotNull(examAttempt.result)))
    .orderBy(desc(examAttempt.score_id))
    .limit(1);
  const messages = [...reminders];
  if (order)
    messages.push({
      kind: 'order',
      title: '课程已开通',
      text: '您购买的课程已开通，可以开始学习了。',
      link: ['order', order.order_code],
      daysAgo: daysSince(order.created_at, now),
      read: true,
    });
  if (refunded)
    messages.push({
      kind: 'order',
      title: '退款通知',
      text: '您申请的退款已原路退回，请留意到账情况。',
      link: ['order', refunded.order_code],
      daysAgo: Math.max(0.5, daysSince(refunded.created_at, now) - 1),
      read: true,
    });
  if (attempt)
    messages.push({
      kind: 'exam',
      title: '考试成绩',
      text: '您的考试已完成阅卷，可以查看成绩与解析。',
      link: ['exam', attempt.score_id],
      daysAgo: daysSince(attempt.submitted_at ?? attempt.started_at, now),
      read: true,
    });
  for (const { cert_no, title, created_at } of (await readCertificates(db, userId)).slice(0, 1))
    messages.push({
      kind: 'certificate',
      title: '证书可以打印',
      text: `您的《${title}》可以下载和打印，编号${cert_no}。`,
      link: ['certificate', cert_no],
      daysAgo: Math.max(0.4, daysSince(created_at, now) - 1),
      read: true,
    });
  return messages;
}

const daysSince = (at: Date, now: Date) => (now.getTime() - at.getTime()) / 86_400_000;

/** Broadcasts of the centre and a hospital, and the nurse's messages. Requires everything else. */
export async function insertSampleMessages(db: Db, now: Date): Promise<void> {
  await insertBroadcasts(db, [
    {
      id: sampleId('broadcast', 'main', 'public-2026'),
      site_id: getSiteId('main'),
      kind: 'system',
      title: '本年度公需科目网上学习已开始',
      text: '公需科目三门免费课程已开课，请在年底前完成学习和考试。',
      link_type: 'news',
      link_id: newsId('main', 'B', 'public-2026'),
      publish_at: toMoment({ daysAgo: 2 }, now),
    },
    {
      id: sampleId('broadcast', 'hospital', 'rounds'),
      site_id: getSiteId('hospital'),
      kind: 'system',
      title: '护理查房专项学习安排',
      text: '各科室请于本季度内组织完成护理查房专项学习。',
      link_type: 'learn',
      publish_at: toMoment({ daysAgo: 1 }, now),
    },
  ]);
  const nurse = people.find(({ key }) => key === 'nurse');
  if (!nurse) throw new Error('the sample has no nurse');
  const messages = await toNurseMessages(db, nurse.user_id, now);
  await insertMessages(
    db,
    messages.map(({ kind, title, text, link: [linkType, linkId], daysAgo, read }) => {
      const created_at = toMoment({ daysAgo }, now);
      return {
        id: sampleId('message', 'nurse', title, linkId),
        site_id: getSiteId('main'),
        user_id: nurse.user_id,
        kind,
        title,
        text,
        link_type: linkType,
        link_id: linkId,
        status: read ? ('read' as const) : ('unread' as const),
        created_at,
        read_at: read ? created_at : null,
      };
    }),
  );
}
