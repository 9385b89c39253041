/** A message of the PostgreSQL protocol. The first one of a client has no type. */
export interface Message {
  type: string;
  /** The complete message as received. */
  bytes: Buffer;
}

/** Splits a stream of the PostgreSQL protocol, version 3, into messages, regardless of chunk
 * boundaries. */
export function openReader(options: { hasStart: boolean }): (chunk: Buffer) => Message[] {
  let rest: Buffer = Buffer.alloc(0);
  let isStart = options.hasStart;
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const messages: Message[] = [];
    for (;;) {
      const head = isStart ? 0 : 1;
      if (rest.length < head + 4) return messages;
      const end = head + rest.readInt32BE(head);
      if (rest.length < end) return messages;
      messages.push({
        type: isStart ? '' : String.fromCharCode(rest[0] ?? 0),
        bytes: rest.subarray(0, end),
      });
      rest = rest.subarray(end);
      isStart = false;
    }
  };
}

const headLength = 5;

/** The zero-terminated strings at the start of a message's body. */
function readTexts({ bytes }: Message, count: number): string[] {
  const texts: string[] = [];
  for (let from = headLength; texts.length < count;) {
    const end = bytes.indexOf(0, from);
    if (end < 0) return texts;
    texts.push(bytes.toString('utf8', from, end));
    from = end + 1;
  }
  return texts;
}

/** Tracks the messages of a client and the statements they refer to. */
export function openListener(): { runs(message: Message): string | undefined } {
  const named = new Map<string, string>();
  let bound = '';
  return {
    /** The text of the statement that this message executes, if any. */
    runs(message) {
      if (message.type === 'Q') return readTexts(message, 1)[0] ?? '';
      if (message.type === 'P') {
        const [name = '', text = ''] = readTexts(message, 2);
        named.set(name, text);
      } else if (message.type === 'B') {
        const [, name = ''] = readTexts(message, 2);
        bound = named.get(name) ?? '';
      } else if (message.type === 'E') return bound;
      return undefined;
    },
  };
}

/** The row count in `CommandComplete`; undefined for any other message. */
export function rowsDone(message: Message): number | undefined {
  if (message.type !== 'C') return undefined;
  return Number(/\d+$/.exec(readTexts(message, 1)[0] ?? '')?.[0] ?? 0);
}
