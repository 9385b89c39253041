import { describe, expect, it } from 'vitest';
import { type Message, openListener, openReader, rowsDone } from './wire.ts';

const body = (...texts: string[]) => Buffer.from(texts.map((text) => `${text}\0`).join(''));
function message(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}
const numbers = Buffer.from([0, 0, 0, 0, 0, 0]);
const parse = (name: string, text: string) =>
  message('P', Buffer.concat([body(name, text), Buffer.from([0, 0])]));
const bind = (name: string) => message('B', Buffer.concat([body('', name), numbers]));
const execute = message('E', Buffer.concat([body(''), Buffer.alloc(4)]));
const sync = message('S', Buffer.alloc(0));
const start = Buffer.from([0, 0, 0, 13, 0, 3, 0, 0, 117, 0, 99, 0, 0]);

/** Results of a reader when the stream arrives in chunks of this length. */
function readAll(stream: Buffer, piece: number, hasStart = false): Message[] {
  const read = openReader({ hasStart });
  const pieces = Array.from({ length: Math.ceil(stream.length / piece) }, (_, index) =>
    stream.subarray(index * piece, (index + 1) * piece),
  );
  return pieces.flatMap(read);
}
const readRuns = (stream: Buffer) => {
  const listener = openListener();
  return readAll(stream, 1000)
    .map((item) => listener.runs(item))
    .filter((text) => text !== undefined);
};

describe('a reader of PostgreSQL messages', () => {
  const stream = Buffer.concat([
    start,
    parse('', 'select 1'),
    bind(''),
    execute,
    sync,
    message('Q', body('commit')),
  ]);

  it.each([1, 2, 3, 7, 64, 1000])('finds the same messages in chunks of %i bytes', (piece) => {
    const all = readAll(stream, piece, true);
    expect(all.map(({ type }) => type)).toEqual(['', 'P', 'B', 'E', 'S', 'Q']);
    expect(Buffer.concat(all.map(({ bytes }) => bytes))).toEqual(stream);
  });

  it('holds back an incomplete message', () => {
    expect(readAll(stream.subarray(0, stream.length - 1), 5, true).map(({ type }) => type)).toEqual(
      ['', 'P', 'B', 'E', 'S'],
    );
  });
});

describe('a listener', () => {
  it('reports a statement on execution, not on preparation', () => {
    expect(readRuns(Buffer.concat([parse('', 'update a set b = $1'), bind('')]))).toEqual([]);
    expect(
      readRuns(Buffer.concat([parse('', 'update a set b = $1'), bind(''), execute, sync])),
    ).toEqual(['update a set b = $1']);
  });

  it('resolves prepared statement names', () => {
    expect(
      readRuns(
        Buffer.concat([
          parse('one', 'select 1'),
          parse('', 'select 2'),
          bind('one'),
          execute,
          bind(''),
          execute,
          bind('one'),
          execute,
        ]),
      ),
    ).toEqual(['select 1', 'select 2', 'select 1']);
  });

  it('reports simple queries', () => {
    expect(
      readRuns(Buffer.concat([message('Q', body('begin')), message('Q', body('提交'))])),
    ).toEqual(['begin', '提交']);
  });
});

describe('a command completion', () => {
  it.each([
    ['INSERT 0 3', 3],
    ['UPDATE 0', 0],
    ['SELECT 12', 12],
    ['COMMIT', 0],
  ])('%s: %i rows', (tag, rows) => {
    expect(readAll(message('C', body(tag)), 4).map(rowsDone)).toEqual([rows]);
  });

  it('is not any other message', () => {
    expect(readAll(message('Z', Buffer.from('T')), 4).map(rowsDone)).toEqual([undefined]);
  });
});
