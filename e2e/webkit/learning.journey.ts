import { createAccount } from '../support/account.ts';
import { origins } from '../support/origins.ts';
import { until } from '../support/until.ts';
import { expect, signIn, test } from './journey.ts';
import {
  answerSurvey,
  openItem,
  passExam,
  startVideo,
  waitForSecond,
  registerByForm,
  readVideoSecond,
} from './actions.ts';

test('a nurse registers, finds a free course, plays a section and resumes it', async ({ page }) => {
  const { name } = await registerByForm(page, origins.main);
  await page.find('button', name);
  await openItem(page, origins.main, '手卫生：五个时刻与七步洗手');
  await page.click('button', '立即学习');
  await page.waitForUrl(({ origin }) => origin === origins.player);
  await startVideo(page, '开始播放');
  await waitForSecond(page, 20);
  for (const reload of [1, 2, 3]) {
    const secondBefore = await readVideoSecond(page);
    await page.reload();
    await page.find('any', /上次学到/);
    await startVideo(page, '继续播放');
    const secondAfter = await readVideoSecond(page);
    expect(secondAfter, `place after reload ${reload}`).toBeGreaterThan(secondBefore - 16);
    expect(secondAfter, `place after reload ${reload}`).toBeLessThan(secondBefore + 8);
    await waitForSecond(page, secondAfter + 3);
  }
});

test('a nurse pays on the gateway page, studies, passes and gets a certificate', async ({
  page,
}) => {
  const course = '手卫生督导员一分钟课';
  const { mobile } = await createAccount(origins.main);
  await signIn(page, mobile);
  await openItem(page, origins.main, course);
  await page.click('button', '立即购买');
  await page.find('heading', '确认订单');
  await page.click('checkbox', /我已阅读并同意/);
  await page.click('button', '提交订单');
  await page.waitForUrl(({ pathname }) => /\/order\/\d{20}\/payment$/.test(pathname));
  await page.click('radio', /支付宝/);
  await page.click('link', '前往支付宝付款');
  await page.find('any', /模拟收银台，不产生真实扣款/);
  await page.click('button', '模拟支付成功');
  await page.click('link', '返回商户');
  await page.find('heading', '支付成功', 60_000);

  await page.click('link', '去学习');
  await page.waitForUrl(
    ({ origin, pathname }) => origin === origins.player && pathname.endsWith('/play'),
  );
  await startVideo(page, '开始播放');
  await page.find('link', '参加考试', 180_000);
  await page.click('link', '参加考试');
  await passExam(page);
  await page.find('any', '合格');
  await page.click('link', '填写问卷');
  await answerSurvey(page);
  await page.click('link', '查看证书');
  await page.waitForUrl(
    ({ origin, pathname }) => origin === origins.user && pathname === '/user/mycertificate',
  );
  const isIssued = async () => {
    await page.reload();
    await page.find('heading', new RegExp(course));
    return (
      (await page.isShown('item', new RegExp(`${course}.*已发放|已发放.*${course}`))) || undefined
    );
  };
  await until('the certificate is issued', isIssued, 60_000);
}, 600_000);
