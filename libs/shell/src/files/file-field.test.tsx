import {
  fileState,
  type FileRef,
  fileStart,
  type MyFile,
  myfileDelete,
} from '@cme/contract/person';
import { mockRefusal, mockReply, renderPage, requestsTo } from '@cme/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, test } from 'vitest';
import { readTab, writeTab } from '../storage/tab-storage.ts';
import { FileField } from './file-field.tsx';
import { getAcceptedTypes, fileError, getPercent } from './uploads.rules.ts';

const mega = 1024 * 1024;

function Form({ most }: { most?: number }) {
  const [files, setFiles] = useState<FileRef[]>([]);
  const [isBusy, setBusy] = useState(false);
  return (
    <main>
      <FileField
        label="证明材料"
        kind="proof"
        value={files}
        onChange={setFiles}
        onBusy={setBusy}
        {...(most && { most })}
      />
      <output>{`${files.map(({ file_id }) => file_id).join()} ${isBusy ? '未完' : '已完'}`}</output>
    </main>
  );
}
const openForm = (most?: number) => {
  const form = most === undefined ? <Form /> : <Form most={most} />;
  return renderPage('/x', [{ path: '/x', element: form, handle: { title: '上传' } }]);
};
const findInput = () => screen.findByLabelText('证明材料 选择文件');
const createFile = (name: string, size = 10) => new File([new Uint8Array(size)], name);
const getRows = () =>
  within(screen.getByRole('list', { name: '已选文件' })).getAllByRole('listitem');

const createMyFile = (change: Partial<MyFile>): MyFile => ({
  file_id: 'F1',
  name: '证明.pdf',
  kind: 'proof',
  format: '',
  size: 1000,
  uploaded: 400,
  file_status: 'uploading',
  file_status_name: '上传中',
  reason: '',
  created_at: '2026-06-01 08:00:00',
  expire_at: '',
  used_by: [],
  can_delete: 'Y',
  ...change,
});

afterEach(() => sessionStorage.clear());

test.each([
  ['a.pdf', 10, ''],
  ['A.JPEG', 10, ''],
  ['a.pdf', 0, '文件是空的，请重新选择'],
  ['a.pdf', 10 * mega + 1, '文件不能超过 10 MB'],
  ['a.docx', 10, '只支持 jpg、png、pdf 文件'],
  ['无后缀', 10, '只支持 jpg、png、pdf 文件'],
])('rejects a file before sending anything: %s of %d bytes: “%s”', (name, size, fault) => {
  expect(fileError({ name, size }, 'proof')).toBe(fault);
});

test('the accept attribute lists the allowed types, and progress is a percentage', () => {
  expect(getAcceptedTypes('proof')).toBe('.jpg,.jpeg,.png,.pdf');
  expect([getPercent({ sent: 5, size: 10 }), getPercent({ sent: 0, size: 0 })]).toEqual([50, 0]);
});

describe('FileField', () => {
  it('shows its limits and rejects a file that breaks them at once', async () => {
    const { user } = openForm(2);
    expect(
      await screen.findByText('支持 jpg、png、pdf，单个不超过 10 MB，最多 2 个'),
    ).toBeDefined();
    expect(screen.getByRole('group', { name: '证明材料' })).toBeDefined();
    fireEvent.drop(screen.getByText('或将文件拖到此处'), {
      dataTransfer: { files: [createFile('空.pdf', 0), createFile('证明.docx')] },
    });
    expect(getRows().map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('未通过：文件是空的，请重新选择'),
      expect.stringContaining('未通过：只支持 jpg、png、pdf 文件'),
    ]);
    expect(requestsTo(fileStart)).toEqual([]);
    await user.click(screen.getByRole('button', { name: '删除 空.pdf' }));
    expect(getRows()).toHaveLength(1);
    await user.upload(await findInput(), [
      createFile('1.pdf'),
      createFile('2.pdf'),
      createFile('3.pdf'),
    ]);
    expect(screen.getByText('最多上传2个文件')).toBeDefined();
  });

  it("shows the server's error when an upload cannot start, and offers a retry", async () => {
    mockRefusal(fileStart, 400, '今天上传的文件已达上限，请明天再试', 'file_quota');
    const { user } = openForm();
    await user.upload(await findInput(), createFile('证明.pdf'));
    await waitFor(() => expect(getRows()[0]?.textContent).toContain('今天上传的文件已达上限'));
    // An upload started by an earlier test may arrive late.
    const getStartRequests = () =>
      requestsTo(fileStart).filter(({ body }) => body.name === '证明.pdf');
    const before = getStartRequests().length;
    await user.click(screen.getByRole('button', { name: '重试 证明.pdf' }));
    await waitFor(() => expect(getStartRequests().length).toBe(before + 1));
    expect(getStartRequests()[0]?.body).toMatchObject({
      kind: 'proof',
      name: '证明.pdf',
      size: 10,
      fingerprint: expect.stringMatching(/^[0-9a-f]{32,64}$/),
    });
  });
});

describe('after the connection is lost', () => {
  it('says so at once, and the upload resumes when the connection is back', async () => {
    mockReply(fileStart, () => new Promise<never>(() => {}));
    const { user } = openForm();
    await user.upload(await findInput(), createFile('证明.pdf'));
    await waitFor(() => expect(requestsTo(fileStart)).toHaveLength(1));
    fireEvent.offline(window);
    await waitFor(() => expect(getRows()[0]?.textContent).toContain('网络已断开，恢复后自动继续'));
    expect(await screen.findByText(/未完/)).toBeDefined();
    fireEvent.online(window);
    await waitFor(() => expect(requestsTo(fileStart)).toHaveLength(2));
    expect(screen.getByText(/上传中 0%/)).toBeDefined();
  });
});

describe('after a reload', () => {
  it('an interrupted upload asks for its file and can be removed', async () => {
    writeTab('files', ['F1'], 'proof');
    mockReply(fileState, { list: [createMyFile({})] });
    mockReply(myfileDelete, { deleted: 1 });
    const { user } = openForm();
    expect(await screen.findByText(/上次传到 40%，请重新选择同一文件继续/)).toBeDefined();
    const bar = screen.getByRole('progressbar', { name: '证明.pdf 上传进度' });
    expect(bar.getAttribute('aria-valuenow')).toBe('40');
    expect(await screen.findByText(/未完/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: '删除 证明.pdf' }));
    await waitFor(() => expect(requestsTo(myfileDelete)[0]?.body).toEqual({ file_id: 'F1' }));
    expect(readTab('files', 'proof')).toBeUndefined();
    expect(screen.getByText(/已完/)).toBeDefined();
  });

  it('the same file resumes in its row, and a different file of the same name replaces it', async () => {
    writeTab('files', ['F1'], 'proof');
    mockReply(fileState, { list: [createMyFile({})] });
    mockReply(myfileDelete, { deleted: 1 });
    const heldCheck = Promise.withResolvers<void>();
    mockReply(fileStart, async () => {
      await heldCheck.promise;
      const interruptedFile = createMyFile({ file_id: 'F2', uploaded: 0 });
      return { file: interruptedFile, upload_url: '/upload/F2', most_per_request: 1000 };
    });
    const { user } = openForm();
    await screen.findByText(/上次传到 40%/);
    await user.upload(await findInput(), createFile('证明.pdf', 1000));
    await waitFor(() => expect(requestsTo(fileStart)).toHaveLength(1));
    expect(getRows().map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('上传中 40%'),
    ]);
    heldCheck.resolve();
    await waitFor(() => expect(requestsTo(myfileDelete)[0]?.body).toEqual({ file_id: 'F1' }));
  });

  it('a file is added to the value once the scan has passed, and a rejection shows its reason', async () => {
    writeTab('files', ['F1', 'F2'], 'proof');
    const checking = { file_status: 'checking', uploaded: 1000 };
    let asked = 0;
    mockReply(fileState, () => {
      asked += 1;
      if (asked === 1)
        return {
          list: [
            createMyFile(checking),
            createMyFile({ ...checking, file_id: 'F2', name: '图.jpg' }),
          ],
        };
      const refused = { file_status: 'refused', reason: '文件含有病毒，已删除' };
      return {
        list: [
          createMyFile({ file_status: 'ready', format: 'pdf' }),
          createMyFile({ ...refused, file_id: 'F2', name: '图.jpg' }),
        ],
      };
    });
    openForm();
    expect((await screen.findAllByText(/正在检查文件/)).length).toBe(2);
    expect(await screen.findByText('F1 已完', {}, { timeout: 5000 })).toBeDefined();
    expect(getRows().map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('上传完成'),
      expect.stringContaining('未通过：文件含有病毒，已删除'),
    ]);
  });
});
