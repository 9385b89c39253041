import type { HelpBook } from '@cme/contract/content';
import { account } from './help/account.ts';
import { annualQuestions, annualSteps } from './help/annual.ts';
import type { SampleArticle } from './help/article.ts';
import { buying } from './help/buying.ts';
import { certificates } from './help/certificates.ts';
import { credits } from './help/credits.ts';
import { exams } from './help/exams.ts';
import { invoices } from './help/invoices.ts';
import { studying } from './help/studying.ts';

interface Group {
  book: HelpBook;
  key: string;
  title: string;
  articles: readonly SampleArticle[];
}

/** The help centre of every site, in tree order. */
export const helpGroups: readonly Group[] = [
  { book: 'manual', key: 'account', title: '账号', articles: account },
  { book: 'manual', key: 'buying', title: '选课购买', articles: buying },
  { book: 'manual', key: 'studying', title: '学习', articles: studying },
  { book: 'manual', key: 'exams', title: '考试', articles: exams },
  { book: 'manual', key: 'certificates', title: '证书', articles: certificates },
  { book: 'manual', key: 'credits', title: '学分兑换', articles: credits },
  { book: 'manual', key: 'invoices', title: '发票', articles: invoices },
  { book: 'certificate', key: 'steps', title: '申请步骤', articles: annualSteps },
  { book: 'certificate', key: 'faq', title: '常见问题', articles: annualQuestions },
];
