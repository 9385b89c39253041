import type { DeclareDraft, DeclareField, ExchangeKind } from '@cme/contract/credits';
import { detailWords as words } from './changecredits.words.ts';

type Fact = readonly [name: string, value: string];

/** The filled-in fields under the labels of the kind; start and end as one row. */
export function createDraftFacts(kind: ExchangeKind, draft: DeclareDraft): Fact[] {
  const hasPeriod = kind.fields.some(({ key }) => key === 'start_on');
  return kind.fields.flatMap(({ key, label }): Fact[] => {
    if (key === 'start_on' || (key === 'end_on' && hasPeriod))
      return key === 'start_on' && (draft.start_on || draft.end_on)
        ? [[words.period, `${draft.start_on} 至 ${draft.end_on}`]]
        : [];
    const value = formatValue(kind, draft, key as DeclareField);
    return value === '' ? [] : [[label, value]];
  });
}

function formatValue(kind: ExchangeKind, draft: DeclareDraft, key: DeclareField): string {
  if (key === 'level') return kind.levels.find(({ code }) => code === draft.level)?.name ?? '';
  if (key === 'quantity') return draft.quantity > 0 ? `${draft.quantity}${kind.unit}` : '';
  if (key === 'role_order') return draft.role_order > 0 ? words.place(draft.role_order) : '';
  return draft[key];
}
