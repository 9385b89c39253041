import type { ExamItem } from '@cme/contract/study';
import { describe, expect, it } from 'vitest';
import { openMemory } from './walking.ts';

const item = (qid: string, texts: string[]): ExamItem => ({
  qid,
  no: 1,
  type: 'A1',
  type_name: '单选题',
  stem: '',
  group_id: '',
  group_stem: '',
  image: '',
  score: 5,
  options: texts.map((text, index) => ({ key: 'ABCDE'[index]!, text })),
});

describe('a bot that probes the options', () => {
  it('repeats an answer known to be right, wherever the option is next time', () => {
    const memory = openMemory();
    memory.read([
      { ...item('q', ['甲', '乙', '丙']), right: ['B'], my: ['A'] },
      { ...item('p', ['甲', '乙', '丙']), got: 5, my: ['C'] },
      { ...item('o', ['甲', '乙']), my: ['A'] },
    ]);
    expect(memory.known()).toBe(2);
    expect(memory.answer(item('q', ['丙', '甲', '乙']))).toEqual(['乙']);
    expect(memory.answer(item('p', ['丙', '甲', '乙']))).toEqual(['丙']);
  });

  it('mostly keeps the answers of its best attempt, not those of a worse one', () => {
    const memory = openMemory();
    memory.recordReply(40, new Map([['q', ['甲']]]));
    memory.recordReply(20, new Map([['q', ['乙']]]));
    const given = Array.from(
      { length: 1000 },
      () => memory.answer(item('q', ['甲', '乙', '丙', '丁']))[0],
    );
    expect(given.filter((text) => text === '甲').length).toBeGreaterThan(650);
  });
});
