import { makeBackup } from './make.ts';
import { readManifest, restoreBackup } from './restore.ts';
import type { Manifest } from './manifest.ts';
import { type Command, requireArguments } from '../staff/command.ts';

function describeManifest({ made_at, tables, files }: Manifest): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + Number(table.rows), 0);
  const bytes = Object.values(files).reduce((sum, { size }) => sum + size, 0);
  return `${made_at}：${Object.keys(tables).length}张表${rows}行，${Object.keys(files).length}个文件${bytes}字节`;
}

/** Backup and restore. It needs no account: whoever can run it can read the database anyway. */
export const backup: Record<string, Command> = {
  make: {
    args: '<空文件夹>',
    about: '备份数据库和文件（文件夹仅本用户可读，含个人信息，请另行加密保管）',
    async run(context, args) {
      const [folder = ''] = requireArguments(args, '文件夹');
      return `已备份 ${describeManifest(await makeBackup(context, folder))}`;
    },
  },
  restore: {
    args: '<文件夹>',
    about: '恢复到空的安装，逐表核对',
    async run(context, args) {
      const [folder = ''] = requireArguments(args, '文件夹');
      return `已恢复并核对 ${describeManifest(await restoreBackup(context, folder))}`;
    },
  },
  show: {
    args: '<文件夹>',
    about: '查看备份的内容',
    async run(_, args) {
      const [folder = ''] = requireArguments(args, '文件夹');
      return describeManifest(await readManifest(folder));
    },
  },
};
