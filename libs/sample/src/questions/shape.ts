/** A question of the sample bank. Options in order (A, B, C …); a true/false statement has none.
 * `answer` contains the letters of the right options, `Y` or `N` for a statement, or a model
 * answer for a short one. The blanks of a stem (`____`) have their accepted texts instead. */
export interface SampleQuestion {
  no: string;
  type: 'A1' | 'A2' | 'X' | 'J' | 'FB' | 'SA';
  point: string;
  difficulty: 1 | 2 | 3 | 4 | 5;
  stem: string;
  options?: readonly string[];
  answer: string;
  accepted?: readonly (readonly string[])[];
  any_order?: 'Y' | 'N';
  explain: string;
}

/** Several questions on one shared case. */
export interface SampleGroup {
  no: string;
  type: 'A34';
  point: string;
  difficulty: 1 | 2 | 3 | 4 | 5;
  stem: string;
  parts: readonly { stem: string; options: readonly string[]; answer: string; explain: string }[];
}

export type SampleType = (SampleQuestion | SampleGroup)['type'];

export interface SampleBank {
  /** Field of the bank as text. */
  discipline: string;
  key: string;
  questions: readonly (SampleQuestion | SampleGroup)[];
}

type Draft = Omit<SampleQuestion, 'no'> | Omit<SampleGroup, 'no'>;
type Level = SampleQuestion['difficulty'];

/** Numbers the questions of one field in order. */
export function bank(key: string, discipline: string, drafts: readonly Draft[]): SampleBank {
  return {
    key,
    discipline,
    questions: drafts.map((draft, index) => ({
      ...draft,
      no: `${key}-${String(index + 1).padStart(3, '0')}`,
    })),
  };
}

interface Choice {
  stem: string;
  options: readonly string[];
  answer: string;
  explain: string;
}

/** One best answer. */
export const one = (
  point: string,
  difficulty: Level,
  { stem, options, answer, explain }: Choice,
): Draft => ({ type: 'A1', point, difficulty, stem, options, answer, explain });

/** One best answer on a short case. */
export const createCase = (
  point: string,
  difficulty: Level,
  { stem, options, answer, explain }: Choice,
): Draft => ({ type: 'A2', point, difficulty, stem, options, answer, explain });

/** Several right answers. */
export const many = (
  point: string,
  difficulty: Level,
  { stem, options, answer, explain }: Choice,
): Draft => ({ type: 'X', point, difficulty, stem, options, answer, explain });

/** True or false. */
export const judge = (
  point: string,
  difficulty: Level,
  { stem, answer, explain }: { stem: string; answer: 'Y' | 'N'; explain: string },
): Draft => ({ type: 'J', point, difficulty, stem, answer, explain });

/** Blanks in the stem; several accepted texts of a blank are separated by `|`. */
export const fill = (
  point: string,
  difficulty: Level,
  { stem, accepted, explain }: { stem: string; accepted: readonly string[]; explain: string },
): Omit<SampleQuestion, 'no'> => ({
  type: 'FB',
  point,
  difficulty,
  stem,
  answer: '',
  accepted: accepted.map((texts) => texts.split('|')),
  explain,
});

/** Blanks whose texts may stand in any order. */
export const fillInAnyOrder = (...parameters: Parameters<typeof fill>): Draft => ({
  ...fill(...parameters),
  any_order: 'Y',
});

export const short = (
  point: string,
  difficulty: Level,
  { stem, answer, explain }: { stem: string; answer: string; explain: string },
): Draft => ({ type: 'SA', point, difficulty, stem, answer, explain });

export const group = (
  point: string,
  difficulty: Level,
  stem: string,
  parts: SampleGroup['parts'],
): Draft => ({ type: 'A34', point, difficulty, stem, parts });
