import { describe, expect, it } from 'vitest';
import { contentList } from '../content/index.ts';
import { login, RegistPerson } from '../person/index.ts';
import { areaTree, siteLogo } from '../site/index.ts';
import { learnList, playerBeat } from '../study/index.ts';
import { IdNumber, Mobile, wirePath } from './index.ts';

describe('the path on the wire', () => {
  it.each([
    ['/qm/api/login', '/qm/api/v5/login'],
    ['/qm/api/message/top_notice_count', '/qm/api/v5/message/top_notice_count'],
    ['/qm/api/v5/login', '/qm/api/v5/login'],
    ['/qm/api/admin/content/list', '/qm/api/admin/content/list'],
    ['/qm/api/exam/start', '/qm/api/exam/start'],
    ['/qm/api/user/AreaSelection', '/qm/api/user/AreaSelection'],
    ['/qm/api/user/AreaSelection2', '/qm/api/v5/user/AreaSelection2'],
    ['/qm/api/examples', '/qm/api/v5/examples'],
    ['/qm/api/v55/x', '/qm/api/v5/v55/x'],
    ['/elsewhere/login', '/elsewhere/login'],
  ])('of %s is %s', (path, wire) => expect(wirePath(path)).toBe(wire));
});

describe('bodies', () => {
  it('are form-encoded unless a call says otherwise', () => {
    expect(login.encoding).toBe('form');
    expect(playerBeat.encoding).toBe('json');
  });

  it('coerce numbers from form text', () => {
    expect(contentList.body.parse({ page: '3', page_size: '24' })).toMatchObject({
      page: 3,
      page_size: 24,
      sort: 'best',
    });
    expect(learnList.body.safeParse({ page: '0' }).success).toBe(false);
    expect(learnList.body.safeParse({ page_size: '101' }).success).toBe(false);
    expect(learnList.body.safeParse({ page: '1.5' }).success).toBe(false);
  });

  it('have defaults for omitted fields', () =>
    expect(siteLogo.body.parse({})).toEqual({ login_type: '' }));

  it('normalise a mobile and an identity number before validating', () => {
    expect(Mobile.parse(' 13800000001 ')).toBe('13800000001');
    expect(IdNumber.parse('11010519491231002x')).toBe('11010519491231002X');
  });

  it('report errors in Chinese by field', () => {
    const issues = RegistPerson.safeParse({
      mobile: '1',
      sms_code: '',
      password: 'a',
      real_name: 'x',
      id_no: '1',
      area_id: '',
      unit_name: '',
      series_code: '',
      level: '',
      post_type: '',
      agree: '',
    }).error!.issues;
    expect(Object.fromEntries(issues.map(({ path, message }) => [path[0], message]))).toEqual({
      mobile: '请输入正确的手机号码',
      sms_code: '请输入短信验证码',
      password: '密码须为8-20位，包含大写字母、小写字母和数字',
      real_name: '请输入真实姓名',
      id_no: '身份证号码不正确',
      area_id: '请选择所在地区',
      unit_name: '请输入工作单位',
      series_code: '请选择专业系列',
      level: '请选择专业级别',
      post_type: '请选择岗位类型',
      agree: '请阅读并同意服务条款和隐私政策',
    });
  });
});

describe('the tree of areas', () => {
  it('nests rows under known parents and keeps their order', () => {
    const rows = [
      { id: '35', name: '甲省', parent: '' },
      { id: '3501', name: '乙市', parent: '35' },
      { id: '350102', name: '丙区', parent: '3501' },
      { id: '3502', name: '丁市', parent: '35' },
      { id: '99', name: '无主', parent: '98' },
    ];
    expect(areaTree(rows)).toEqual([
      {
        label: '甲省',
        value: '35',
        children: [
          { label: '乙市', value: '3501', children: [{ label: '丙区', value: '350102' }] },
          { label: '丁市', value: '3502' },
        ],
      },
      { label: '无主', value: '99' },
    ]);
  });
});
