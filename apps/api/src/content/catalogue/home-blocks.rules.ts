/** The course blocks of the home page in order. */
export const homeBlockKinds = ['recommend', 'hot', 'free', 'expense', 'newCourse'] as const;
export type HomeBlockKind = (typeof homeBlockKinds)[number];

/** All blocks of a home page in default order. */
export const blockKinds = [
  'banner',
  'flow',
  'news',
  'recommend',
  'class',
  'free',
  'hot',
  'expense',
  'newCourse',
  'live',
  'partner',
] as const;
export type BlockKind = (typeof blockKinds)[number];

export interface BlockChoice {
  kind: BlockKind;
  size: number;
  enabled: boolean;
  position: number;
  title: string;
}

const usualSize = 8;

/** The visible blocks of a site in its order, with defaults for what it has not configured. */
export function arrangeBlocks(choices: readonly BlockChoice[]): BlockChoice[] {
  const chosen = new Map(choices.map((choice) => [choice.kind, choice]));
  return blockKinds
    .map((kind, place) => {
      const defaultBlock = {
        kind,
        size: usualSize,
        enabled: true,
        title: '',
        position: place * 10,
      };
      const choice = chosen.get(kind);
      if (!choice) return defaultBlock;
      return choice.position < 0 ? { ...choice, position: defaultBlock.position } : choice;
    })
    .filter(({ enabled }) => enabled)
    .toSorted((item, next) => item.position - next.position);
}
