import { courseDetailCount } from '@cme/contract/content';
import {
  type Homework,
  homeworkList,
  homeworkSave,
  homeworkSubmit,
  type Inquiry,
  inquiryAdd,
  inquiryDelete,
  inquiryList,
  playerBeat,
  playerCourse,
  playerEnter,
  playerLeave,
} from '@cme/contract/study';
import { mockRefusal, mockReply, RefusalError, renderPage, requestsTo } from '@cme/testing';
import { mockPlayback } from '@cme/testing/media';
import { writeTab } from '@cme/shell';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { sampleCourse, sampleSection } from '../../../components/course.sample.ts';
import { routes } from '../../../routes.ts';
import { sampleBeat, sampleEntered } from '../play.sample.ts';

const task = (change: Partial<Homework> = {}): Homework => ({
  homework_id: 'W1',
  section_id: 'S2',
  title: '减压计划',
  task: '为一位高危患者写一份减压计划。',
  full_score: 100,
  pass_score: 60,
  deadline_at: '2026-12-01 18:00:00',
  is_over: 'N',
  required: 'Y',
  homework_status: 'none',
  homework_status_name: '未开始',
  can_edit: 'Y',
  blocked: '',
  text: '',
  files: [],
  revision: 0,
  submitted_at: '',
  comment: '',
  graded_at: '',
  ...change,
});
const listed = (...list: Homework[]) => ({ list, server_time: 0 });
const open = (search = '?tab=homework') =>
  renderPage(`/player/C1/play${search}`, routes, { token: 'T1' });

beforeEach(() => {
  sessionStorage.clear();
  mockPlayback(() => Promise.resolve());
  mockReply(playerCourse, sampleCourse([sampleSection()]));
  mockReply(playerEnter, sampleEntered());
  mockReply(playerBeat, sampleBeat());
  mockReply(playerLeave, {});
  mockReply(courseDetailCount, {
    appraiseCount: 0,
    noteCount: 0,
    resourceCount: 0,
    homeworkCount: 1,
  });
  mockReply(homeworkList, listed(task()));
});

describe('homework', () => {
  it('is kept across a reload, saved as a draft and submitted', async () => {
    const { user, unmount } = open();
    await user.type(await screen.findByLabelText('作业内容'), '每两小时');
    unmount();
    const again = open();
    expect(await screen.findByLabelText('作业内容')).toHaveValue('每两小时');
    const saved = task({ text: '每两小时', revision: 1, homework_status: 'draft' });
    mockReply(homeworkSave, { homework: saved });
    mockReply(homeworkList, listed(saved));
    await again.user.click(screen.getByRole('button', { name: '保存草稿' }));
    expect(await screen.findByText('草稿已保存')).toBeVisible();
    await waitFor(() => expect(sessionStorage.getItem('homework/L1/W1')).toBeNull());
    const sent = task({
      text: '每两小时',
      revision: 2,
      homework_status: 'submitted',
      homework_status_name: '待批改',
      can_edit: 'N',
      blocked: '已提交，请等待老师批改',
      submitted_at: '2026-11-22 10:00:00',
    });
    mockReply(homeworkSubmit, { homework: sent });
    mockReply(homeworkList, listed(sent));
    await again.user.click(screen.getByRole('button', { name: '提交作业' }));
    expect(await screen.findByText('已提交，请等待老师批改')).toBeVisible();
    expect(requestsTo(homeworkSubmit)[0]?.body).toMatchObject({ revision: 1, text: '每两小时' });
    expect(screen.queryByRole('button', { name: '提交作业' })).toBeNull();
  });

  it('that is empty is not sent', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: '提交作业' }));
    expect(screen.getByRole('alert')).toHaveTextContent('请填写作业内容或上传文件');
    expect(requestsTo(homeworkSubmit)).toHaveLength(0);
  });

  it.each([
    ['a network error', 503, undefined, '网络已断开，内容已保留在本机，请稍后再试'],
    ['the deadline', 400, 'homework_over', '已过截止时间，不能再提交'],
  ] as const)('keeps the text after %s', async (_, status, code, says) => {
    mockRefusal(homeworkSubmit, status, says, code);
    const { user } = open();
    await user.type(await screen.findByLabelText('作业内容'), '计划');
    await user.click(screen.getByRole('button', { name: '提交作业' }));
    expect(await screen.findByText(says)).toBeVisible();
    expect(screen.getByLabelText('作业内容')).toHaveValue('计划');
  });

  it('that was changed elsewhere is reloaded on request, and only after confirmation', async () => {
    mockRefusal(homeworkSave, 409, '这份作业已在其他页面修改', 'homework_stale');
    const { user } = open();
    await user.type(await screen.findByLabelText('作业内容'), '旧');
    await user.click(screen.getByRole('button', { name: '保存草稿' }));
    mockReply(homeworkList, listed(task({ text: '新', revision: 3 })));
    await user.click(await screen.findByRole('button', { name: '载入最新内容' }));
    expect(screen.getByText(/您在本页输入的内容将被替换/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: '继续编辑' }));
    expect(screen.getByLabelText('作业内容')).toHaveValue('旧');
    await user.click(screen.getByRole('button', { name: '载入最新内容' }));
    await user.click(screen.getByRole('button', { name: '确认载入' }));
    await waitFor(() => expect(screen.getByLabelText('作业内容')).toHaveValue('新'));
  });

  it('that was changed elsewhere before a reload is replaced by the newest content too', async () => {
    writeTab('homework', { revision: 1, text: '旧', files: [] }, 'L1/W1');
    mockReply(homeworkList, listed(task({ text: '新', revision: 2 })));
    mockRefusal(homeworkSubmit, 409, '这份作业已在其他页面修改', 'homework_stale');
    const { user } = open();
    expect(await screen.findByLabelText('作业内容')).toHaveValue('旧');
    await user.click(screen.getByRole('button', { name: '提交作业' }));
    await user.click(await screen.findByRole('button', { name: '载入最新内容' }));
    await user.click(screen.getByRole('button', { name: '确认载入' }));
    await waitFor(() => expect(screen.getByLabelText('作业内容')).toHaveValue('新'));
    expect(screen.queryByText('这份作业已在其他页面修改')).toBeNull();
  });

  it('keeps what is typed while the draft is being saved', async () => {
    const { promise: reply, resolve } = Promise.withResolvers<{ homework: Homework }>();
    mockReply(homeworkSave, () => reply);
    const { user } = open();
    const field = await screen.findByLabelText('作业内容');
    await user.type(field, '计划');
    await user.click(screen.getByRole('button', { name: '保存草稿' }));
    await user.type(field, '一');
    resolve({ homework: task({ text: '计划', revision: 1, homework_status: 'draft' }) });
    expect(await screen.findByText('草稿已保存')).toBeVisible();
    expect(field).toHaveValue('计划一');
    mockReply(homeworkSave, { homework: task({ text: '计划一', revision: 2 }) });
    await user.click(screen.getByRole('button', { name: '保存草稿' }));
    await waitFor(() => expect(requestsTo(homeworkSave)[1]?.body).toMatchObject({ revision: 1 }));
  });

  it('shows what was written when the deadline has passed since', async () => {
    writeTab('homework', { revision: 1, text: '只在本页的修改', files: [] }, 'L1/W1');
    const over = { can_edit: 'N', is_over: 'Y', blocked: '已过截止时间，不能再提交' } as const;
    mockReply(
      homeworkList,
      listed(
        task({ ...over, text: '草稿', revision: 1 }),
        task({ ...over, homework_id: 'W2', text: '另一份草稿', revision: 1 }),
      ),
    );
    open();
    const [edited, stored] = await screen.findAllByRole('region', { name: '尚未提交的内容' });
    expect(edited).toHaveTextContent('只在本页的修改');
    expect(stored).toHaveTextContent('另一份草稿');
  });

  it.each(['Y', 'N'] as const)(
    'that was returned shows what was submitted beside a saved draft (editable: %s)',
    async (canEdit) => {
      mockReply(
        homeworkList,
        listed(
          task({
            can_edit: canEdit,
            homework_status: 'returned',
            submitted_at: '2026-11-22 10:00:00',
            text: '每两小时，四小时复评',
            submitted: { text: '每两小时', files: [] },
            revision: 3,
          }),
        ),
      );
      open();
      const submitted = await screen.findByRole('region', { name: '我提交的内容' });
      expect(submitted).toHaveTextContent(/每两小时$/);
      if (canEdit === 'Y')
        expect(screen.getByLabelText('作业内容')).toHaveValue('每两小时，四小时复评');
      else
        expect(screen.getByRole('region', { name: '尚未提交的内容' })).toHaveTextContent(
          '每两小时，四小时复评',
        );
    },
  );

  it("that was graded shows the points and the teacher's comment", async () => {
    mockReply(
      homeworkList,
      listed(
        task({ homework_status: 'returned', score: 40, comment: '缺少复评时间', revision: 2 }),
      ),
    );
    open();
    expect(await screen.findByText('得分 40')).toBeVisible();
    expect(screen.getByText('缺少复评时间')).toBeVisible();
    expect(screen.getByRole('button', { name: '提交作业' })).toBeVisible();
  });
});

const inquiry = (change: Partial<Inquiry> = {}): Inquiry => ({
  inquiry_id: 'Q1',
  section_id: 'S1',
  section_title: '第一节',
  text: '几期要上报？',
  is_mine: 'Y',
  user_name: '李**',
  created_at: '2026-11-20 08:00:00',
  inquiry_status: 'waiting',
  inquiry_status_name: '等待回答',
  answer: '',
  answered_by: '',
  answered_at: '',
  ...change,
});
const inquiries = (...list: Inquiry[]) => ({ list, total: list.length, page: 1, page_size: 10 });

it('a question is asked below the video, sent once despite a retry, and deleted', async () => {
  mockReply(inquiryList, inquiries());
  const { user } = open('');
  await user.click(await screen.findByText('课程问答'));
  const field = await screen.findByLabelText('我要提问');
  let isDown = true;
  mockReply(inquiryAdd, () => {
    if (isDown) throw new RefusalError(503, '稍后再试');
    return { inquiry: inquiry() };
  });
  await user.type(field, '几期要上报？');
  await user.click(screen.getByRole('button', { name: '提交问题' }));
  expect(await screen.findByText('网络已断开，内容已保留在本机，请稍后再试')).toBeVisible();
  isDown = false;
  mockReply(inquiryList, inquiries(inquiry()));
  await user.click(screen.getByRole('button', { name: '提交问题' }));
  expect(await screen.findByText('等待回答')).toBeVisible();
  const sent = requestsTo(inquiryAdd).map(({ body }) => body.request_id);
  expect([sent.length > 1, new Set(sent).size]).toEqual([true, 1]);
  mockReply(inquiryDelete, { deleted: 1 });
  mockReply(inquiryList, inquiries());
  await user.click(screen.getByRole('button', { name: '撤回：几期要上报？' }));
  expect(await screen.findByText('您还没有提问')).toBeVisible();
});
