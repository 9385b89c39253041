import { parseArgs } from 'node:util';
import { type Application, applications, ReleaseId } from '@cme/contract/site/rollout';
import { UsageError } from '@cme/api/staff/command';

const options = {
  site: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  for: { type: 'string' },
  reason: { type: 'string' },
  most: { type: 'string' },
  yes: { type: 'boolean' },
  json: { type: 'boolean' },
  watch: { type: 'boolean' },
  force: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export type Given = ReturnType<typeof parseArguments>['values'];

/** Parses the arguments; an unknown option is a usage error. */
export function parseArguments(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    const named = /'(--?[\w-]+)/.exec(error instanceof Error ? error.message : '')?.[1];
    if (!named) throw new UsageError('参数不正确；用 --help 查看用法');
    const option = Object.entries(options).find(([name]) => named === `--${name}`)?.[1];
    const problem = !option
      ? '没有选项'
      : option.type === 'string'
        ? '缺少值的选项'
        : '不带值的选项';
    throw new UsageError(`${problem} ${named}；用 --help 查看用法`);
  }
}

type OptionName = Exclude<keyof typeof options, 'json' | 'help'>;

const stateOptions: OptionName[] = ['site', 'reason', 'force', 'yes'];

/** How many words follow each command, and its options besides --json. */
const accepted: Record<string, { words: number; options: OptionName[] }> = {
  status: { words: 1, options: ['watch'] },
  release: { words: applications.length, options: ['from'] },
  mount: { words: 1, options: ['reason', 'yes'] },
  unmount: { words: 1, options: ['reason', 'yes'] },
  plan: { words: 2, options: ['site', 'reason', 'force', 'to', 'for'] },
  start: { words: 2, options: [...stateOptions, 'to', 'for'] },
  promote: { words: 1, options: [...stateOptions, 'to', 'for'] },
  pause: { words: 1, options: stateOptions },
  abort: { words: 2, options: stateOptions },
  rollback: { words: 2, options: stateOptions },
  lock: { words: 2, options: stateOptions },
  unlock: { words: 2, options: stateOptions },
  history: { words: 1, options: ['most'] },
  prune: { words: 0, options: ['yes'] },
  tester: { words: 1, options: ['site'] },
  'edge-token': { words: 0, options: [] },
  doctor: { words: 0, options: [] },
};

/** An unknown command is refused, and what a command does not use, so that nobody believes it had an
 * effect. */
export function expectAccepted(command: string, words: string[], values: Given): void {
  const known = Object.hasOwn(accepted, command) ? accepted[command] : undefined;
  if (!known)
    throw new UsageError(
      `没有命令 “${command}”，可用：${Object.keys(accepted).join('、')}；用 --help 查看用法`,
    );
  const { words: most, options: names } = known;
  const extra = words.slice(most);
  if (extra.length > 0)
    throw new UsageError(`${command} 不接受 “${extra.join(' ')}”；用 --help 查看用法`);
  const unused = Object.keys(values).find(
    (name) => name !== 'json' && !names.some((option) => option === name),
  );
  if (unused) throw new UsageError(`${command} 不接受 --${unused}；用 --help 查看用法`);
}

export function parseArea(
  name: string | undefined,
  known: readonly Application[] = applications,
): Application {
  if (!name) throw new UsageError(`请指明区域：${known.join('、')}`);
  if (!known.includes(name))
    throw new UsageError(
      `没有区域 “${name}”，可用：${known.join('、')}；在别处构建的区域先用 mount 挂载`,
    );
  return name;
}

/** `10%` or `10`. */
export function parsePercent(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const digits = /^(\d{1,3})%?$/.exec(text)?.[1];
  if (!digits || Number(digits) > 100)
    throw new UsageError(`比例应为 0% 至 100% 的整数，现为 “${text}”`);
  return Number(digits);
}

const minutesPerUnit = { m: 1, h: 60, d: 1440 } as const;

/** A duration such as `30m`, `2h` or `1d`. */
export function parseMinutes(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, count, unit = 'm'] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  const minutes = Number(count) * minutesPerUnit[unit as keyof typeof minutesPerUnit];
  if (!(minutes >= 1 && minutes <= 7 * 1440))
    throw new UsageError(`--for 应为 1m 至 7d（如 30m、2h、1d），现为 “${text}”`);
  return minutes;
}

export function parseSite(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const site = text.toLowerCase();
  if (!/^[a-z\d]([a-z\d.-]{0,251}[a-z\d])?$/.test(site))
    throw new UsageError(`域名不正确 “${text}”，应如 hospital.example.cn（不带端口）`);
  return site;
}

/** A complete id, or an unambiguous prefix of a stored one. */
export function findRelease(
  text: string | undefined,
  stored: string[],
  area: string,
): string | undefined {
  if (text === undefined) return undefined;
  const fitting = stored.filter((id) => id.startsWith(text.toLowerCase()));
  if (fitting.length === 1) return fitting[0];
  if (fitting.length > 1) throw new UsageError(`“${text}” 对应多个版本：${fitting.join('、')}`);
  if (!/^[0-9a-f]{1,64}$/i.test(text)) throw new UsageError(`“${text}” 不是版本号（十六进制）`);
  const what = ReleaseId.safeParse(text).success ? `版本 ${text}` : `以 ${text} 开头的版本`;
  throw new UsageError(`${area} 没有${what}，${listReleases(stored)}`);
}

/** The newest releases, for an operator who does not remember one. */
export const listReleases = (stored: string[]): string =>
  `现有：${stored.slice(0, 8).join('、') || '无，请先用 release 生成'}`;

export function parseLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,3}$/.test(text) || Number(text) < 1 || Number(text) > 500)
    throw new UsageError(`--most 应为 1 至 500，现为 “${text}”`);
  return Number(text);
}
