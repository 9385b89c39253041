import { newPerson, type Person } from '../support/account.ts';
import { findRightTexts } from '../support/answers.ts';
import { password, readSmsCode } from '../support/people.ts';
import { until } from '../support/until.ts';
import type { Page } from './page.ts';

/** Registers a new learner by the form. */
export async function registerByForm(page: Page, origin: string): Promise<Person> {
  const person = newPerson();
  await page.open(`${origin}/regist/person`);
  const textFields = {
    密码: password,
    确认密码: password,
    姓名: person.name,
    证件号码: person.idNo,
    工作单位: '省人民医院',
  };
  for (const [label, text] of Object.entries(textFields)) await page.fill(label, text);
  const chosen = {
    省份: '浙江省',
    城市: '杭州市',
    区县: '西湖区',
    专业系列: '护理系列',
    专业级别: undefined,
    岗位类型: undefined,
  };
  for (const [label, option] of Object.entries(chosen)) await page.choose(label, option);
  await page.click('checkbox', /我已阅读并同意/);
  await page.click('checkbox', /^我单独同意使用我的证件号码/);
  await page.fill('手机号', person.mobile);
  await page.click('button', '获取验证码');
  await page.find('any', /验证码已发送/);
  await page.fill('短信验证码', await readSmsCode(person.mobile));
  await page.click('button', '注册');
  await page.waitForUrl(({ pathname }) => pathname !== '/regist/person');
  return person;
}

/** Searches an item by its name and opens its page. */
export async function openItem(page: Page, origin: string, title: string): Promise<void> {
  await page.open(`${origin}/search?keyword=${encodeURIComponent(title)}`);
  await page.click('link', new RegExp(title));
  await page.find('heading', title);
}

export const readVideoSecond = (page: Page): Promise<number> =>
  page.run(() => document.querySelector('video')?.currentTime ?? 0);

/** Waits until playback has reached this second. */
export const waitForSecond = (page: Page, target: number, timeoutMs = 40_000): Promise<number> =>
  until(
    `second ${target} of the picture`,
    async () => {
      const second = await readVideoSecond(page);
      return second >= target ? second : undefined;
    },
    timeoutMs,
  );

/** Presses the play button and waits until the video plays. */
export async function startVideo(page: Page, name: '开始播放' | '继续播放'): Promise<void> {
  await page.find('button', name);
  await page.click('button', name);
  await page.gone('button', name);
  await waitForSecond(page, (await readVideoSecond(page)) + 0.5);
}

interface ShownQuestion {
  stem: string;
  choices: string[];
}

function readQuestion(): ShownQuestion {
  const question = document.querySelector('main fieldset');
  const choices = [...(question?.querySelectorAll('label') ?? [])].map((label) => label.innerText);
  return { stem: question?.querySelector('legend')?.innerText.trim() ?? '', choices };
}

/** Answers every question of the attempt correctly and submits. */
export async function passExam(page: Page): Promise<void> {
  await page.click('button', '开始考试');
  await page.find('button', '交卷');
  let before = '';
  for (;;) {
    // The previous question may still be shown, or the next one be incomplete.
    const { choices, right } = await until('the next question', async () => {
      const { stem, choices } = await page.run(readQuestion);
      if (JSON.stringify([stem, choices]) === before) return undefined;
      const texts = choices.map((text) => text.trim().replace(/^[A-H]\.\s*/, ''));
      return { choices, right: findRightTexts(stem, texts) };
    });
    for (const choice of choices)
      if (right.some((text) => choice.trim().endsWith(text)))
        await page.click('choice', choice.replaceAll(/\s+/g, ' ').trim());
    const { stem } = await page.run(readQuestion);
    before = JSON.stringify([stem, choices]);
    if (!(await page.isShown('button', '下一题'))) break;
    await page.click('button', '下一题');
  }
  await page.click('button', '交卷');
  await page.click('button', '确认交卷');
  await page.find('heading', '考试成绩');
}

/** Answers all questions of the survey. */
export async function answerSurvey(page: Page): Promise<void> {
  await page.find('button', '提交问卷');
  await page.run(() => {
    for (const group of document.querySelectorAll('[role="radiogroup"]'))
      [...group.querySelectorAll<HTMLElement>('input[type="radio"]')].at(-1)?.click();
    for (const group of document.querySelectorAll('[role="group"], fieldset'))
      group.querySelector<HTMLElement>('input[type="checkbox"]')?.click();
  });
  await page.fill(/./, '案例贴近工作，讲得清楚。', 'text');
  await page.click('button', '提交问卷');
}
