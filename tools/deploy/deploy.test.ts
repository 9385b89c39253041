import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validate as lintDockerfile } from 'dockerfile-utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readSettings as readApiSettings } from '@cme/api/settings';
import { readSettings as readEdgeSettings } from '@cme/edge/settings';
import { requireProgram } from '../programs/packages.ts';

const deployFolder = import.meta.dirname;
const root = join(deployFolder, '../..');
let folder = '';
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'cme-deploy-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const readText = (...path: string[]) => readFileSync(join(deployFolder, ...path), 'utf8');

/** The environment of a unit's processes. */
const readUnitSettings = (unit: string): Record<string, string> =>
  Object.fromEntries(
    [...readText('systemd', unit).matchAll(/^EnvironmentFile=\/etc\/cme\/(.+)$/gm)]
      .flatMap(([, file = '']) => readText('systemd', file).split('\n'))
      .filter((line) => /^\w+=/.test(line))
      .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
  );

describe('units of systemd', () => {
  it('pass systemd-analyze verify without warnings', () => {
    const analyze = requireProgram(
      () => ['/usr/bin/systemd-analyze'].find(existsSync),
      ['systemd'],
    );
    // The check requires that the program and the user exist.
    for (const name of readdirSync(join(deployFolder, 'systemd')).filter(
      (name) => !name.endsWith('.env'),
    ))
      writeFileSync(
        join(folder, name),
        readText('systemd', name).replaceAll('/opt/cme', root).replace('User=cme', 'User=daemon'),
      );
    const units = ['cme-api@8081.service', 'cme-edge@8080.service', 'cme.target'];
    const { status, stderr } = spawnSync(
      analyze,
      ['verify', '--man=no', ...units.map((unit) => join(folder, unit))],
      {
        encoding: 'utf8',
      },
    );
    const ownLines = stderr.split('\n').filter((line) => line.includes('cme'));
    expect(ownLines).toEqual([]);
    expect(status).toBe(0);
  });

  it('their settings start both servers', () => {
    const [api, edge] = [
      readUnitSettings('cme-api@.service'),
      readUnitSettings('cme-edge@.service'),
    ];
    const env = { APP_SECRET: 'x'.repeat(32), DATA_DIR: folder };
    expect(readApiSettings({ ...api, ...env, API_PORT: '8081' })).toMatchObject({
      apiPort: 8081,
      drainSeconds: 6,
    });
    const settings = { ...edge, EDGE_TOKEN: 'token', DATA_DIR: folder, PORT: '8080' };
    expect(readEdgeSettings(settings)).toMatchObject({
      edgeToken: 'token',
      apiOrigins: [expect.anything(), expect.anything()],
    });
  });

  it('an edge gets neither APP_SECRET nor DATABASE_URL', () => {
    expect(Object.keys(readUnitSettings('cme-edge@.service'))).toContain('EDGE_TOKEN');
    expect(Object.keys(readUnitSettings('cme-edge@.service'))).not.toContain('APP_SECRET');
    expect(Object.keys(readUnitSettings('cme-edge@.service'))).not.toContain('DATABASE_URL');
  });
});

interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name?: string; generateName?: string };
}
const files = readdirSync(join(deployFolder, 'kubernetes'));
const resources = files.flatMap((file) =>
  parseAllDocuments(readText('kubernetes', file)).map((document) => document.toJS() as Resource),
);

describe('manifests of Kubernetes', () => {
  it.each(
    resources.map(
      (resource) =>
        [
          resource.kind,
          resource.metadata.name ?? resource.metadata.generateName,
          resource,
        ] as const,
    ),
  )('%s %s has the values that the published schema asks for', async (kind, _, resource) => {
    const library = await import(
      join(root, 'node_modules/kubernetes-models', resource.apiVersion, 'index.js')
    );
    expect(() => new library[kind](resource).validate()).not.toThrow();
  });

  it('contain only fields of the schemas', () => {
    const groups = Map.groupBy(resources, ({ apiVersion }) => apiVersion);
    const lines = [...groups].flatMap(([version, group], groupIndex) => [
      `import type * as v${groupIndex} from 'kubernetes-models/${version}';`,
      ...group.map(
        (resource, index) =>
          `export const r${groupIndex}_${index}: v${groupIndex}.I${resource.kind} = ${JSON.stringify(resource)};`,
      ),
    ]);
    const file = join(root, '.cache/deploy/manifests.ts');
    mkdirSync(join(root, '.cache/deploy'), { recursive: true });
    const findComplaints = (text: string) => {
      writeFileSync(file, text);
      const options = [
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        '--module',
        'nodenext',
        '--target',
        'esnext',
        '--types',
        '',
      ];
      return spawnSync(join(root, 'node_modules/.bin/tsc'), [...options, '--ignoreConfig', file], {
        encoding: 'utf8',
      }).stdout;
    };
    expect(findComplaints(lines.join('\n'))).toBe('');
    expect(
      findComplaints(lines.join('\n').replace('"readinessProbe"', '"readynessProbe"')),
    ).toContain('readynessProbe');
  });

  it.each(['edge.yaml', 'rollout.yaml'])('%s contains no secret of the APIs', (file) => {
    expect(readText('kubernetes', file)).not.toMatch(/name: (cme-api|cme-database)$/m);
    const { stringData } = resources.find(
      ({ kind, metadata }) => kind === 'Secret' && metadata.name === 'cme-edge',
    ) as Resource & { stringData: object };
    expect(Object.keys(stringData)).toContain('EDGE_TOKEN');
    expect(Object.keys(stringData)).not.toContain('APP_SECRET');
  });

  it('everything they refer to exists', () => {
    const text = files.map((file) => readText('kubernetes', file)).join('\n');
    const named = new Set(resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`));
    const secrets = [...text.matchAll(/secretRef:\s+name: (\S+)/g)].map(
      ([, name]) => `Secret ${name}`,
    );
    const maps = [...text.matchAll(/configMapRef:\s+name: (\S+)/g)].map(
      ([, name]) => `ConfigMap ${name}`,
    );
    expect([...secrets, ...maps].filter((name) => !named.has(name))).toEqual([]);
    expect(secrets.length).toBeGreaterThan(3);
  });
});

interface Instruction {
  word: string;
  rest: string;
}
const dockerfiles = readdirSync(deployFolder).filter((name) => name.endsWith('.Dockerfile'));
const readInstructions = (name: string): Instruction[] =>
  readText(name)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({
      word: line.split(' ', 1)[0] ?? '',
      rest: line.slice(line.indexOf(' ') + 1),
    }));

describe('images', () => {
  it.each(dockerfiles)('%s passes the linter and uses the pinned Node', (name) => {
    expect(lintDockerfile(readText(name))).toEqual([]);
    const { node } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies;
    for (const { rest } of readInstructions(name).filter(({ word }) => word === 'FROM'))
      expect(rest).toMatch(new RegExp(`^node:${node}-`));
  });

  it.each(['api.Dockerfile', 'edge.Dockerfile'])(
    '%s copies every manifest in the lock file',
    (name) => {
      const copied = readInstructions(name)
        .filter(({ word, rest }) => word === 'COPY' && rest.endsWith('/package.json'))
        .map(({ rest }) => rest.split(' ')[0]);
      const workspaces = execFileSync(
        'git',
        ['ls-files', 'apps/*/package.json', 'libs/*/package.json'],
        { cwd: root, encoding: 'utf8' },
      );
      expect(copied.toSorted()).toEqual(workspaces.trim().split('\n').toSorted());
    },
  );

  // Runs the steps of the images in a folder, since no container engine is available.
  it('an API and an edge start with the packages that they install', { timeout: 300_000 }, () => {
    const imageFolder = join(folder, 'image');
    mkdirSync(imageFolder);
    const runSteps = (stage: string) => {
      for (const { word, rest } of readInstructions(stage)) {
        const [from = '', to = ''] = rest.split(' ').slice(-2);
        if (word === 'RUN' && rest.startsWith('npm '))
          execFileSync('sh', ['-c', `${rest} --prefer-offline --loglevel=error`], {
            cwd: imageFolder,
            stdio: 'inherit',
          });
        if (word !== 'COPY' || rest.startsWith('--from')) continue;
        const sources = rest.split(' ').slice(0, -1);
        const options = {
          recursive: true,
          filter: (path: string) => !path.includes('/node_modules'),
        };
        for (const source of sources)
          cpSync(
            join(root, source),
            to === './' ? join(imageFolder, source) : join(imageFolder, to),
            options,
          );
        expect(from).not.toBe('');
      }
    };
    runSteps('api.Dockerfile');
    const startProgram = (program: string, env: Record<string, string>) =>
      spawnSync(process.execPath, [program], {
        cwd: imageFolder,
        env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), ...env },
        encoding: 'utf8',
        timeout: 60_000,
      }).stderr;
    // All modules load before the connection to the missing database fails.
    expect(
      startProgram('apps/api/src/main.ts', {
        DATABASE_URL: 'postgres://cme@127.0.0.1:1/cme',
        SMS_PROVIDER: 'file',
        INVOICE_ISSUER: 'file',
        APP_SECRET: 'x'.repeat(32),
        API_PORT: '8259',
      }),
    ).toMatch(/^api: cannot start: .*ECONNREFUSED/);
    expect(existsSync(join(imageFolder, 'node_modules/vitest'))).toBe(false);
  });
});
