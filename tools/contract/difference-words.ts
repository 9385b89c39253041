const shapes: [RegExp, string][] = [
  [/^the call is gone$/, '没有这个接口'],
  [/^(\S+) is gone$/, '缺少 $1'],
  [/^(\S+) is new$/, '多出 $1'],
  [/^(\S+) is now required$/, '$1 成为必填'],
  [/^(\S+) may now be left out$/, '$1 可能缺少'],
  [/^(\S+) takes only (.+) now$/, '$1 只接受 $2'],
  [/^(\S+) may be anything now$/, '$1 可以是任何值'],
  [/^(\S+) no longer takes (.+)$/, '$1 不再接受 $2'],
  [/^(\S+) may be the unknown (.+)$/, '$1 可能是未知的 $2'],
  [/^(\S+): (\w+) was (.+), is (.+)$/, '$1 的 $2 由 $3 变为 $4'],
  [/^(\S+) was (.+), is (.+)$/, '$1 由 $2 变为 $3'],
  [/^(\S+) has other variants$/, '$1 的可选形式不同'],
];

/** Translates the messages of a schema comparison to Chinese. */
export function toChinese(text: string): string {
  const match = shapes.find(([shape]) => shape.test(text));
  return match ? text.replace(...match) : text;
}
