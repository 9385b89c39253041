import { parseArgs } from 'node:util';
import { type Application, applications, ReleaseId } from '@cme/contract/site/rollout';
import { Usage } from '../../apps/api/src/commands/command.ts';

export const options = {
  site: { type: 'string' },
  to: { type: 'string' },
  for: { type: 'string' },
  reason: { type: 'string' },
  most: { type: 'string' },
  yes: { type: 'boolean' },
  json: { type: 'boolean' },
  watch: { type: 'boolean' },
  force: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

export type Given = ReturnType<typeof given>['values'];

/** Parses the arguments; an unknown option is a usage error. */
export function given(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (fault) {
    const named = /'(--?[\w-]+)/.exec(fault instanceof Error ? fault.message : '')?.[1];
    if (!named) throw new Usage('参数不正确；用 --help 查看用法');
    const known = Object.entries(options).find(([name]) => named === `--${name}`)?.[1];
    const wrong = !known ? '没有选项' : known.type === 'string' ? '缺少值的选项' : '不带值的选项';
    throw new Usage(`${wrong} ${named}；用 --help 查看用法`);
  }
}

export function areaOf(name: string | undefined): Application {
  if (!name) throw new Usage(`请指明区域：${applications.join('、')}`);
  const area = applications.find((one) => one === name);
  if (!area) throw new Usage(`没有区域 “${name}”，可用：${applications.join('、')}`);
  return area;
}

/** `10%` or `10`. */
export function percentOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const found = /^(\d{1,3})%?$/.exec(text)?.[1];
  if (!found || Number(found) > 100) throw new Usage(`比例应为 0% 至 100% 的整数，现为 “${text}”`);
  return Number(found);
}

const minutesIn = { m: 1, h: 60, d: 1440 } as const;

/** A duration such as `30m`, `2h` or `1d`. */
export function minutesOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, count, unit = 'm'] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  const minutes = Number(count) * minutesIn[unit as keyof typeof minutesIn];
  if (!(minutes >= 1 && minutes <= 7 * 1440))
    throw new Usage(`--for 应为 1m 至 7d（如 30m、2h、1d），现为 “${text}”`);
  return minutes;
}

export function siteOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const site = text.toLowerCase();
  if (!/^[a-z\d]([a-z\d.-]{0,251}[a-z\d])?$/.test(site))
    throw new Usage(`域名不正确 “${text}”，应如 hospital.example.cn（不带端口）`);
  return site;
}

/** A complete id, or an unambiguous prefix of a stored one. */
export function releaseOf(
  text: string | undefined,
  stored: string[],
  area: string,
): string | undefined {
  if (text === undefined) return undefined;
  const fitting = stored.filter((id) => id.startsWith(text.toLowerCase()));
  if (fitting.length === 1) return fitting[0];
  if (fitting.length > 1) throw new Usage(`“${text}” 对应多个版本：${fitting.join('、')}`);
  if (!ReleaseId.safeParse(text).success) throw new Usage(`“${text}” 不是版本号（12 位十六进制）`);
  throw new Usage(`${area} 没有版本 ${text}，现有：${stored.slice(0, 8).join('、') || '无'}`);
}

export function mostOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,3}$/.test(text) || Number(text) < 1 || Number(text) > 500)
    throw new Usage(`--most 应为 1 至 500，现为 “${text}”`);
  return Number(text);
}
