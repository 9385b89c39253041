import { Mobile } from '@cme/contract/base';
import { RegistPerson } from '@cme/contract/person';
import { describe, expect, it } from 'vitest';
import { fieldErrors, valueError } from './field-errors.ts';

describe('fieldErrors', () => {
  const values = {
    mobile: '138',
    sms_code: '123456',
    password: 'Learner2026',
    real_name: '李静',
    id_no: '110101199003078814',
    area_id: '',
    unit_name: '市人民医院',
    series_code: 'nurse',
    level: 'junior',
    post_type: 'clinic',
    agree: 'Y',
  };

  it('maps schema errors to the field names that the form uses', () => {
    const errors = fieldErrors<{ mobile: string; areas: string[] }>(RegistPerson, values, {
      area_id: 'areas',
    });
    expect(errors.mobile).toBe(valueError(Mobile, '138'));
    expect(errors.areas).toBeTypeOf('string');
    expect(errors).not.toHaveProperty('area_id');
    expect(errors).not.toHaveProperty('real_name');
  });

  it('returns nothing for valid values', () =>
    expect(valueError(Mobile, '13800000001')).toBe(undefined));
});
