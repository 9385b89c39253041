import {
  areaSelection, cardList, certificateDetail, certificateEligibility, certificateList, contentCatalog, contentDetail, contentList, contentRelated,
  contentTeachers, courseDetailCount, creditsList, creditsSummary, examList, examResult, homeExpense, homeFooter, homeFree, homeHot, homeIndex,
  homeNewCourse, homePartner, homeRecommend, invoiceList, learnDetail, learnExplain, learnList, learnSummary, orderDetail, orderList, orderPreview,
  packageDetail, payChannels, payStatus, playerBeat, playerCourse, playerMedia, refundDetail, refundPreview, sessionWatch, shopplistCount, shopplistList,
  siteConfig, siteLogo, topNoticeCount, userInfo, wirePath,
} from '@cme/contract';

/** Calls that only read, and beats, which carry a number by which the API knows them again. */
const calls = [
  areaSelection, cardList, certificateDetail, certificateEligibility, certificateList, contentCatalog, contentDetail, contentList, contentRelated,
  contentTeachers, courseDetailCount, creditsList, creditsSummary, examList, examResult, homeExpense, homeFooter, homeFree, homeHot, homeIndex,
  homeNewCourse, homePartner, homeRecommend, invoiceList, learnDetail, learnExplain, learnList, learnSummary, orderDetail, orderList, orderPreview,
  packageDetail, payChannels, payStatus, playerBeat, playerCourse, playerMedia, refundDetail, refundPreview, sessionWatch, shopplistCount, shopplistList,
  siteConfig, siteLogo, topNoticeCount, userInfo,
];
const paths = new Set(calls.map(({ path }) => wirePath(path)));

/** Notices of payment come again by themselves, so the API counts each of them once. */
const notices = /^\/qm\/api\/v5\/pay\/notify\/\w+$/;

/** Whether a call may be sent again although nobody knows whether it has had its effect. */
export function isRepeatable(method: string, url: string): boolean {
  const [path = ''] = url.split('?', 1);
  return ['GET', 'HEAD', 'OPTIONS'].includes(method) || (method === 'POST' && (paths.has(path) || notices.test(path)));
}
