import { contentLink, linkTo } from '@cme/commons/route-links';
import type { MessageLink } from '@cme/contract/person';
import { noticeWords } from './notice.words.ts';

const createLink = (type: MessageLink) => (id: string) => contentLink({ content_type: type, id });

/** Link target of each type; those that need an id have no link without one. */
const targets: Record<MessageLink, { needsId: boolean; href(id: string): string }> = {
  order: {
    needsId: false,
    href: (code) => linkTo.myorder(code ? { show: 'detail', code } : {}),
  },
  declare: {
    needsId: false,
    href: (no) => (no ? linkTo.exchangeDetail({ no }) : linkTo.changecredits()),
  },
  exam: { needsId: true, href: (id) => linkTo.analysis(id) },
  certificate: { needsId: false, href: (cert) => linkTo.mycertificate(cert ? { cert } : {}) },
  C: { needsId: true, href: createLink('C') },
  P: { needsId: true, href: createLink('P') },
  X: { needsId: true, href: createLink('X') },
  L: { needsId: true, href: createLink('L') },
  R: { needsId: true, href: createLink('R') },
  A: { needsId: true, href: createLink('A') },
  Z: { needsId: true, href: createLink('Z') },
  Y: { needsId: true, href: createLink('Y') },
  learn: { needsId: false, href: () => linkTo.learn() },
  myexam: { needsId: false, href: () => linkTo.myexam() },
  trainingclass: { needsId: false, href: () => linkTo.trainingclass() },
  setting: { needsId: false, href: () => linkTo.setting() },
  myfile: { needsId: false, href: () => linkTo.myfile() },
  news: { needsId: true, href: (id) => linkTo.newsDetail(id) },
};

/**
 * Link and label for what a message is about; undefined without a target or for an unknown type.
 */
export function getMessageLink(
  type: string,
  id: string,
): { href: string; title: string } | undefined {
  const linkType = Object.hasOwn(targets, type) ? (type as MessageLink) : undefined;
  if (!linkType || (targets[linkType].needsId && id === '')) return undefined;
  return { href: targets[linkType].href(id), title: noticeWords.go[linkType] };
}
