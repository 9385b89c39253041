import { courseDetailCount } from '@cme/contract/content';
import {
  appraiseList,
  type Note,
  noteDelete,
  noteList,
  noteSave,
  playerBeat,
  playerCourse,
  playerEnter,
  playerLeave,
  resourceDownload,
  resourceList,
} from '@cme/contract/study';
import { mockRefusal, mockReply, RefusalError, renderPage, requestsTo } from '@cme/testing';
import { mockPlayback, video, waitForPlayback } from '@cme/testing/media';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { sampleCourse, sampleSection } from '../../../components/course.sample.ts';
import { routes } from '../../../routes.ts';
import { sampleBeat, sampleEntered } from '../play.sample.ts';

const note = (change: Partial<Note> = {}): Note => ({
  note_id: 'N1',
  section_id: 'S1',
  section_title: '第一节',
  second: 12,
  text: '五个时刻',
  is_public: 'N',
  is_mine: 'Y',
  user_name: '李**',
  created_at: '2026-11-20 08:00:00',
  updated_at: '2026-11-20 08:00:00',
  ...change,
});
const page = (list: Note[]) => ({ list, total: list.length, page: 1, page_size: 20 });

const open = (search: string) => renderPage(`/player/C1/play${search}`, routes, { token: 'T1' });
const tab = (name: string) => screen.findByRole('tab', { name: new RegExp(name) });

beforeEach(() => {
  sessionStorage.clear();
  mockPlayback(() => Promise.resolve());
  mockReply(
    playerCourse,
    sampleCourse([
      sampleSection({ section_status: 'studying' }),
      sampleSection({ section_id: 'S2', title: '第二节', section_status: 'locked' }),
    ]),
  );
  mockReply(playerEnter, ({ body }) =>
    sampleEntered({ section_id: body.section_id, furthest: 20, section_status: 'studying' }),
  );
  mockReply(playerBeat, sampleBeat({ furthest: 20 }));
  mockReply(playerLeave, {});
  mockReply(courseDetailCount, {
    appraiseCount: 4,
    noteCount: 2,
    resourceCount: 1,
    homeworkCount: 0,
  });
  mockReply(noteList, page([note()]));
});

it('shows tabs with counts, keeps the selected one in the URL, and supports arrow keys', async () => {
  const { user, router } = open('');
  expect(await tab('目录')).toHaveAttribute('aria-selected', 'true');
  await waitFor(() => expect(screen.getByRole('tab', { name: /笔记/ })).toHaveTextContent('2'));
  expect(requestsTo(noteList)).toHaveLength(0);
  (await tab('目录')).focus();
  await user.keyboard('{ArrowRight}');
  expect(await tab('笔记')).toHaveFocus();
  expect(await screen.findByText('五个时刻')).toBeVisible();
  const search = new URLSearchParams(router.state.location.search);
  expect([search.get('tab'), search.get('section')]).toEqual(['notes', 'S1']);
});

describe('a note', () => {
  it('is kept with its position while being written, across a reload, until it is saved', async () => {
    const { user, unmount } = open('?tab=notes');
    const field = await screen.findByLabelText('记笔记');
    video().currentTime = 15.7;
    await user.type(field, '要点');
    expect(screen.getByText('记在 0:15')).toBeVisible();
    unmount();
    const again = open('?tab=notes');
    expect(await screen.findByLabelText('记笔记')).toHaveValue('要点');
    mockReply(noteSave, { note: note({ note_id: 'N2', text: '要点', second: 15 }) });
    mockReply(noteList, page([note({ note_id: 'N2', text: '要点', second: 15 }), note()]));
    await again.user.click(screen.getByRole('button', { name: '保存笔记' }));
    expect(await screen.findByText('要点')).toBeVisible();
    expect(requestsTo(noteSave)[0]?.body).toMatchObject({ section_id: 'S1', second: 15 });
    expect(screen.getByLabelText('记笔记')).toHaveValue('');
    expect(sessionStorage.getItem('note/L1')).toBeNull();
  });

  it('that could not be sent is kept and sent with the same id once online', async () => {
    const { user } = open('?tab=notes');
    let isDown = true;
    mockReply(noteSave, () => {
      if (isDown) throw new RefusalError(503, '稍后再试');
      return { note: note() };
    });
    await user.type(await screen.findByLabelText('记笔记'), '要点');
    await user.click(screen.getByRole('button', { name: '保存笔记' }));
    expect(await screen.findByText('网络已断开，内容已保留在本机，恢复后自动保存')).toBeVisible();
    expect(screen.getByLabelText('记笔记')).toHaveValue('要点');
    isDown = false;
    dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.getByLabelText('记笔记')).toHaveValue(''));
    const ids = requestsTo(noteSave).map(({ body }) => body.request_id);
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
  });

  it('that is rejected shows why and keeps the text', async () => {
    const { user } = open('?tab=notes');
    mockRefusal(noteSave, 400, '字数请在200字以内.');
    await user.type(await screen.findByLabelText('记笔记'), '要点');
    await user.click(screen.getByRole('button', { name: '保存笔记' }));
    expect(await screen.findByText('字数请在200字以内.')).toBeVisible();
    expect(screen.getByLabelText('记笔记')).toHaveValue('要点');
  });

  it('links to its position where study has been, and not beyond', async () => {
    mockReply(noteList, page([note(), note({ note_id: 'N3', second: 50, text: '后面' })]));
    const { user } = open('?tab=notes');
    await screen.findByText('后面');
    await waitFor(() => expect(requestsTo(playerEnter)).toHaveLength(1));
    await waitFor(() => expect(video().isConnected).toBe(true));
    await user.click(screen.getByRole('button', { name: '回到 0:12' }));
    await waitForPlayback();
    await waitFor(() => expect(video().currentTime).toBe(12));
    await user.click(screen.getByRole('button', { name: '回到 0:50' }));
    expect(await screen.findByText('首次学习禁止快进，学完本节后可自由拖动')).toBeVisible();
    expect(video().currentTime).toBe(12);
  });

  it('of a locked section shows only its time', async () => {
    mockReply(noteList, page([note({ section_id: 'S2' })]));
    open('?tab=notes');
    await screen.findByText('五个时刻');
    expect(screen.queryByRole('button', { name: /回到/ })).toBeNull();
  });

  it('is edited and deleted, the latter after confirmation', async () => {
    const { user } = open('?tab=notes');
    mockReply(noteSave, ({ body }) => ({ note: note({ text: body.text }) }));
    await user.click(await screen.findByRole('button', { name: '编辑：五个时刻' }));
    const field = screen.getByLabelText('修改笔记');
    await user.clear(field);
    await user.type(field, '七步');
    mockReply(noteList, page([note({ text: '七步' })]));
    await user.click(within(field.closest('form')!).getByRole('button', { name: '保存笔记' }));
    expect(await screen.findByText('七步')).toBeVisible();
    expect(requestsTo(noteSave)[0]?.body).toMatchObject({ note_id: 'N1', text: '七步' });
    mockReply(noteDelete, { deleted: 1 });
    await user.click(screen.getByRole('button', { name: '删除：七步' }));
    expect(requestsTo(noteDelete)).toHaveLength(0);
    mockReply(noteList, page([]));
    await user.click(screen.getByRole('button', { name: '确认删除：七步' }));
    expect(await screen.findByText('还没有笔记')).toBeVisible();
  });
});

it('a list that cannot be loaded shows an error with a retry', async () => {
  mockRefusal(noteList, 500, '服务暂时不可用');
  const { user } = open('?tab=notes');
  await user.click(await screen.findByRole('button', { name: '重试' }));
  expect(requestsTo(noteList).length).toBeGreaterThan(1);
});

it("a course file's URL is requested on click", async () => {
  mockReply(resourceList, {
    list: [
      {
        resource_id: 'R1',
        title: '督导记录表',
        kind: 'pdf',
        size: 2048,
        created_at: '2026-11-01 08:00:00',
      },
    ],
    can_download: 'Y',
  });
  mockRefusal(resourceDownload, 400, '资料暂时不可用');
  const { user } = open('?tab=resources');
  await user.click(await screen.findByRole('button', { name: '下载 督导记录表' }));
  await waitFor(() => expect(requestsTo(resourceDownload)).toHaveLength(1));
  expect(requestsTo(resourceDownload)[0]?.body).toMatchObject({ id: 'C1', resource_id: 'R1' });
});

it('a learner who has completed the course rates it on four scales', async () => {
  mockReply(appraiseList, {
    list: [],
    total: 0,
    page: 1,
    page_size: 10,
    score_avg: 0,
    scales: { useful: 0, concise: 0, logical: 0, design: 0 },
    stars: [0, 0, 0, 0, 0],
    my_state: 'can',
  });
  open('?tab=appraises');
  expect(await screen.findByRole('button', { name: '提交评价' })).toBeVisible();
  expect(screen.getAllByRole('group').length).toBeGreaterThanOrEqual(4);
});
