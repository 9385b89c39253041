import { type AnyNode, type Identifier, type MemberExpression, parse } from 'acorn';
import { full } from 'acorn-walk';
import type { NewFeatures } from './features.ts';

/** All syntax of this year works in the oldest supported browsers; of the next one, the flag `v` of
 * regular expressions does not. */
const newestSyntax = 2022;

const globalNames = new Set(['globalThis', 'window', 'self']);
/** Calls without arguments whose value is an iterator; `Object.values` has one. */
const iteratorCalls = new Set(['values', 'keys', 'entries']);

/** A new feature is named as the compatibility data do; a method that several have, by the first. */
export interface FoundCalls {
  /** New features that a script uses. */
  used: Set<string>;
  /** New features that it brings itself, as core-js defines them. */
  brought: Set<string>;
  /** Why it cannot be parsed. */
  syntaxError?: string;
}

/** Finds what a script uses of these features. Guarded calls (`a.b?.()`) do not count. */
export function findCalls(code: string, features: NewFeatures, isModule = false): FoundCalls {
  const found: FoundCalls = { used: new Set(), brought: new Set() };
  const sourceType = isModule ? 'module' : 'script';
  let program: AnyNode;
  try {
    program = parse(code, { ecmaVersion: newestSyntax, sourceType });
  } catch (error) {
    return { ...found, syntaxError: error instanceof Error ? error.message : String(error) };
  }
  const declared = new Set<string>();
  const names = new Set<string>();
  full(program, (node) => {
    const visited = node as AnyNode;
    for (const { name } of declaredBy(visited)) declared.add(name);
    if (visited.type === 'Identifier') names.add(visited.name);
    for (const use of usesIn(visited, features)) found.used.add(use);
    for (const use of definedBy(visited)) found.brought.add(use);
  });
  for (const name of names)
    if (features.globals.has(name) && !declared.has(name)) found.used.add(name);
  return found;
}

function declaredBy(node: AnyNode): Identifier[] {
  const isIdentifier = (one: AnyNode | null | undefined) => one?.type === 'Identifier';
  if (node.type === 'VariableDeclarator') return [node.id].filter(isIdentifier) as Identifier[];
  if ('params' in node)
    return [...node.params, ...('id' in node ? [node.id] : [])].filter(
      isIdentifier,
    ) as Identifier[];
  if (node.type === 'ClassDeclaration') return [node.id].filter(isIdentifier);
  return [];
}

const nameOf = ({ property, computed }: MemberExpression): string =>
  !computed && property.type === 'Identifier' ? property.name : '';

function usesIn(node: AnyNode, features: NewFeatures): string[] {
  if (node.type === 'MemberExpression') return staticsIn(node, features);
  if (node.type === 'NewExpression' || node.type === 'CallExpression') {
    const { callee } = node;
    if (callee.type === 'Identifier' && callee.name === 'RegExp')
      return node.arguments[1]?.type === 'Literal' && String(node.arguments[1].value).includes('v')
        ? ['RegExp flag v']
        : [];
    if (node.type === 'CallExpression' && !node.optional && callee.type === 'MemberExpression')
      return methodIn(callee, features);
  }
  return [];
}

function staticsIn(node: MemberExpression, { statics, globals }: NewFeatures): string[] {
  const { object } = node;
  const name = nameOf(node);
  if (object.type === 'Identifier') {
    if (globalNames.has(object.name)) return globals.has(name) ? [name] : [];
    return statics.has(`${object.name}.${name}`) ? [`${object.name}.${name}`] : [];
  }
  if (object.type !== 'MemberExpression' || object.object.type !== 'Identifier') return [];
  const owner = nameOf(object);
  const path = globalNames.has(object.object.name)
    ? `${owner}.${name}`
    : `${object.object.name}.${owner}.${name}`;
  return statics.has(path) ? [path] : [];
}

function methodIn(callee: MemberExpression, features: NewFeatures): string[] {
  const name = nameOf(callee);
  const path = features.methods.get(name);
  if (path) return [path];
  const { object } = callee;
  if (!features.iteratorMethods.has(name) || object.type !== 'CallExpression') return [];
  const from = object.callee.type === 'MemberExpression' ? nameOf(object.callee) : '';
  const isIterator =
    from === 'matchAll' || (iteratorCalls.has(from) && object.arguments.length === 0);
  return isIterator ? [`Iterator.prototype.${name}`] : [];
}

/** core-js defines by a call like `$({ target: 'URL', stat: true }, { parse: … })`. */
function definedBy(node: AnyNode): string[] {
  if (node.type !== 'CallExpression') return [];
  const [options, members] = node.arguments;
  if (options?.type !== 'ObjectExpression' || members?.type !== 'ObjectExpression') return [];
  const keysOf = ({ properties }: typeof options) =>
    properties.flatMap((property) =>
      property.type === 'Property' && property.key.type === 'Identifier'
        ? [[property.key.name, property.value] as const]
        : [],
    );
  const { target, proto } = Object.fromEntries(keysOf(options));
  if (target?.type !== 'Literal') return [];
  const owner = `${String(target.value)}${proto ? '.prototype' : ''}`;
  return keysOf(members).map(([name]) => `${owner}.${name}`);
}
