/** A section in the source: title and planned minutes. */
export type Line = [title: string, minutes: number];

/** A course in the source; the rest is derived. */
export interface CourseDraft {
  key: string;
  title: string;
  subtitle: string;
  kind?: 'public';
  year?: number;
  discipline: string[];
  rank: '国家' | '省' | '市' | '单位';
  unit: string;
  leader: string;
  speakers?: string[];
  hours: number;
  /** In yuan; 0 is free. */
  price: number;
  series: string;
  levels: string;
  posts?: string;
  tags: string;
  summary: string;
  goals: string[];
  content: string[];
  audience: string;
  /** Without one it is a short course of one section about its goals. */
  outline?: [chapter: string, lines: Line[]][];
  /** The course whose videos are used; the outlines have the same number of chapters and
   * sections. */
  videos?: string;
  daysAgo: number;
  /** Last day of study if not the default. */
  until?: string;
  recommended?: boolean;
}
