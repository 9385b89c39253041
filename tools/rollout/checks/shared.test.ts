import type { Application, RolloutState, RolloutTrack } from '@cme/contract/site/rollout';
import { describe, expect, it } from 'vitest';
import type { SharedModule } from '@cme/release';
import { readSharedExports } from '@cme/area-build/build-info';
import { findPagePartners, findSharedFaults } from './shared.ts';

const query = '@tanstack/react-query';
const release = (application: Application, module: Partial<SharedModule>, name = query) => ({
  application,
  id: `${application}-id`,
  shared: { [name]: { version: '5.108.0', singleton: true, ...module } },
});
const older = { exports: ['useQuery'] };
const newer = { exports: ['useQuery', 'useQueries'] };

describe('singletons of a page', () => {
  it('an area is refused in a portal that lacks an export it needs', () => {
    const told = [`${query}：portal portal-id 缺少 useQueries，player player-id 不能在其中启动`];
    expect(findSharedFaults(release('player', newer), release('portal', older))).toEqual(told);
    expect(findSharedFaults(release('portal', older), release('player', newer))).toEqual(told);
  });

  it('an area is accepted in a portal with every export it needs; areas do not depend on each other', () => {
    expect(findSharedFaults(release('player', older), release('portal', newer))).toEqual([]);
    expect(findSharedFaults(release('player', newer), release('user-centre', older))).toEqual([]);
  });

  it('minor versions decide if a release lists no exports', () => {
    const [before, after] = [{ version: '5.107.9' }, { version: '5.108.0' }];
    expect(findSharedFaults(release('player', after), release('portal', before))).toEqual([
      `${query}：portal portal-id 是 5.107.9，低于构建所用的 5.108.0，player player-id 不能在其中启动`,
    ]);
    expect(findSharedFaults(release('player', before), release('portal', after))).toEqual([]);
  });

  it('singletons must have the same major version; other modules may differ', () => {
    const next = { version: '6.0.0' };
    expect(findSharedFaults(release('player', next), release('user-centre', {}))).toEqual([
      `${query}：player player-id 是 6.0.0，user-centre user-centre-id 是 5.108.0，一个页面只能有一份`,
    ]);
    const own = { ...next, singleton: false };
    expect(findSharedFaults(release('player', own), release('portal', {}))).toEqual([]);
  });

  it('exports are read from the files that list them', () => {
    const found = readSharedExports();
    expect(found[query]).toContain('useQuery');
    expect(found['@cme/ui/router']).toContain('useNavigate');
    expect(found['@cme/ui/router']).not.toContain('RouteObject');
  });
});

describe('releases that share a page', () => {
  const track = (stable: string, candidate: string | null = null, more = {}) =>
    ({ stable, candidate, lock: null, ...more }) as RolloutTrack;
  const state = (player: Record<string, RolloutTrack> = {}): RolloutState => ({
    revision: 1,
    areas: {
      portal: { ...track('p2', 'p3'), sites: { 'hospital.localhost': track('p1') } },
      player: { ...track('a1'), sites: player },
    },
  });

  it('without a site: the portals of all domains that will mount the area', () => {
    expect(findPagePartners(state(), 'player', undefined)).toEqual([
      ['portal', 'p2'],
      ['portal', 'p3'],
      ['portal', 'p1'],
    ]);
  });

  it('except those of domains that hold another release of the area', () => {
    const lock = { reason: '', by: '', at: '' };
    for (const held of [track('a0', null, { lock }), track('a0', 'a2')])
      expect(findPagePartners(state({ 'hospital.localhost': held }), 'player', undefined)).toEqual([
        ['portal', 'p2'],
        ['portal', 'p3'],
      ]);
    const wentFirst = state({ 'hospital.localhost': track('a0') });
    expect(findPagePartners(wentFirst, 'player', undefined)).toContainEqual(['portal', 'p1']);
  });

  it('with a site: the portal of that domain', () => {
    expect(findPagePartners(state(), 'player', 'hospital.localhost')).toEqual([['portal', 'p1']]);
  });
});
