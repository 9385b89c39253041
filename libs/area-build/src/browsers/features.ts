import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data';
import { oldestVersions } from './oldest.ts';

interface Data {
  api: Identifier;
  css: { properties: Identifier; types: Identifier };
  javascript: { builtins: Identifier; regular_expressions: Identifier };
}

/** What at least one of the given browsers lacks. */
export interface NewFeatures {
  /** Functions and properties of a constructor or a namespace: `URL.parse`. */
  statics: Set<string>;
  /** Global constructors and namespaces: `Float16Array`. */
  globals: Set<string>;
  /** Methods, by name, and whose they are: `toSorted` is `Array.prototype.toSorted`. */
  methods: Map<string, string>;
  /** Methods of iterators that arrays have too. */
  iteratorMethods: Set<string>;
}

interface Feature {
  kind: 'static' | 'global' | 'method';
  owner: string;
  name: string;
  path: string;
  isBuiltin: boolean;
  statement: CompatStatement;
  /** About its interface. */
  ownerStatement?: CompatStatement | undefined;
}

type Versions = Record<string, number>;

const file = createRequire(import.meta.url).resolve('@mdn/browser-compat-data');
export const compatData: Data = JSON.parse(readFileSync(file, 'utf8'));

/** The version of a browser that first has a feature without a flag or a prefix, and keeps it. */
function firstVersion({ support }: CompatStatement, browser: string): number {
  const statements = [support[browser as keyof typeof support] ?? []].flat();
  const versions = statements.map((statement: SimpleSupportStatement) =>
    statement.flags || statement.prefix || statement.alternative_name || statement.version_removed
      ? Number.NaN
      : Number.parseFloat(String(statement.version_added).replace('≤', '')),
  );
  return Math.min(...versions.filter((version) => !Number.isNaN(version)));
}

/** Whether one of these browsers lacks a feature. */
export const isMissing = (
  statement: CompatStatement | undefined,
  versions: Versions = oldestVersions,
): boolean =>
  statement !== undefined &&
  Object.entries(versions).some(([name, version]) => firstVersion(statement, name) > version);

/** The features below a feature; `__compat` is the statement about itself. */
const membersOf = (node: Identifier = {}): [string, Identifier][] =>
  Object.entries(node).filter((entry): entry is [string, Identifier] => entry[0] !== '__compat');

const isOfPrototype = ({ spec_url }: CompatStatement) =>
  [spec_url ?? []].flat().some((url) => url.includes('prototype'));

function featuresOf(owner: string, node: Identifier, isBuiltin: boolean): Feature[] {
  const ownerStatement = node.__compat;
  const members = membersOf(node).flatMap(([key, { __compat: statement }]): Feature[] => {
    if (!statement || key === owner) return [];
    const name = key.replace(/_static$/, '');
    const isStatic = isBuiltin ? !isOfPrototype(statement) : name !== key;
    // Names with an underscore describe a part of a feature, such as an event or an option.
    if (/_/.test(name)) return [];
    const [kind, path] = isStatic
      ? (['static', `${owner}.${name}`] as const)
      : (['method', `${owner}.prototype.${name}`] as const);
    return [{ kind, owner, name, path, isBuiltin, statement, ownerStatement }];
  });
  if (!ownerStatement) return members;
  const global = { kind: 'global', owner, name: owner, path: owner, isBuiltin } as const;
  return [{ ...global, statement: ownerStatement }, ...members];
}

const { builtins } = compatData.javascript;
const allFeatures: Feature[] = [
  ...membersOf(builtins).flatMap(([name, node]) => featuresOf(name, node, true)),
  ...membersOf(builtins['Intl']).flatMap(([name, node]) => featuresOf(`Intl.${name}`, node, true)),
  ...membersOf(compatData.api).flatMap(([name, node]) => featuresOf(name, node, false)),
];

/** Paths of everything that one of these browsers lacks. */
export const listMissing = (versions: Versions): string[] =>
  allFeatures.flatMap(({ statement, path }) => (isMissing(statement, versions) ? [path] : []));

/** What a script can be searched for. */
export function findNewFeatures(): NewFeatures {
  const found: NewFeatures = {
    statics: new Set(),
    globals: new Set(),
    methods: new Map(),
    iteratorMethods: new Set(),
  };
  /** Members that something older has: without types, a call of theirs says nothing. */
  const olderNames = new Set<string>();
  for (const { kind, name, path, isBuiltin, statement, ownerStatement } of allFeatures) {
    if (kind === 'global') {
      if (isMissing(statement)) found.globals.add(path);
    } else if (!isMissing(statement)) olderNames.add(name);
    else if (kind === 'static') found.statics.add(path);
    // Who has an object of a new interface got it from something that is found by itself.
    else if ((isBuiltin || !isMissing(ownerStatement)) && !found.methods.has(name))
      found.methods.set(name, path);
    if (path === `Iterator.prototype.${name}` && isMissing(statement))
      found.iteratorMethods.add(name);
  }
  for (const name of olderNames) found.methods.delete(name);
  for (const name of found.methods.keys()) found.iteratorMethods.delete(name);
  return found;
}
