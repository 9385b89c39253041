import type { ParameterRule } from '@cme/contract/site/pages';

/** The value as the page understands it; undefined for one that it ignores. */
export function readParameter(rule: ParameterRule, value: string): string | undefined {
  if (value === '') return undefined;
  switch (rule.kind) {
    case 'one_of':
      return rule.values.includes(value) ? value : undefined;
    case 'pattern':
      return value.length <= 200 && new RegExp(`^(?:${rule.pattern})$`).test(value)
        ? value
        : undefined;
    case 'page_number':
      return readPageNumber(value);
    case 'another_page':
      return readPageNumber(value) && '2';
    case 'present':
      return '1';
    case 'text':
      return readText(value.trim(), rule.most, rule.cut);
  }
}

/** Whole numbers from 1, and everything else is the first page. */
function readPageNumber(value: string): string | undefined {
  const page = Math.min(10_000, Math.max(1, Math.floor(Number(value)) || 1));
  return page > 1 ? String(page) : undefined;
}

function readText(value: string, most: number, isCut = false): string | undefined {
  if (value.length > most && !isCut) return undefined;
  return value.slice(0, most) || undefined;
}
