import { areaSelection, areaTree } from '@cme/contract/site';
import { describe, expect, test } from 'vitest';
import { startApiForFile } from '../../../test/api-for-file.ts';
import { areaName, isLeafArea } from './area.rules.ts';

const api = await startApiForFile();

describe('the administrative divisions', () => {
  test('go down from 34 provinces to every county, as a tree of label, value, children', async () => {
    const areas = await api.send(areaSelection, { flag: '4' });
    expect(areas).toHaveLength(3227);
    const tree = areaTree(areas);
    expect(tree).toHaveLength(34);
    expect(tree[0]).toMatchObject({
      label: '北京市',
      value: '110000',
      children: [{ label: '市辖区', value: '110100' }],
    });
    expect(tree[0]?.children?.[0]?.children?.[0]).toEqual({ label: '东城区', value: '110101' });
  });

  test('can be loaded in parts: provinces, the children of one, the chain down to one', async () => {
    expect(await api.send(areaSelection, { flag: '1' })).toHaveLength(34);
    expect(await api.send(areaSelection, { flag: '2', parent: '420000' })).toContainEqual({
      id: '420100',
      name: '武汉市',
      parent: '420000',
    });
    expect(
      (await api.send(areaSelection, { flag: '3', parent: '420106' })).map(({ name }) => name),
    ).toEqual(['湖北省', '武汉市', '武昌区']);
    expect(await api.send(areaSelection, { flag: '3', parent: '999999' })).toEqual([]);
  });

  test('are returned without the envelope, at the unversioned path', async () => {
    const reply = await fetch(`${api.url}/qm/api/user/AreaSelection`, {
      method: 'POST',
      body: new URLSearchParams({ flag: '1', full_domain_name: 'cme.localhost' }),
    });
    expect(Object.keys((await reply.json()) as object)).toEqual(['data']);
  });

  test.each([
    ['420106', '湖北省武汉市武昌区', true],
    ['110101', '北京市东城区', true],
    ['429004', '湖北省仙桃市', true],
    ['441900', '广东省东莞市', true],
    ['420100', '湖北省武汉市', false],
    ['130171', '', false],
  ])('%s is %s', (id, name, leaf) => {
    expect(areaName(id)).toBe(name);
    expect(isLeafArea(id)).toBe(leaf);
  });
});
