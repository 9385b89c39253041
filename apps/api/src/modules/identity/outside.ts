import type { Db } from '../../database.ts';

export const areaExists = async (_db: Db, area_id: string): Promise<boolean> => /^[1-9]\d{5}$/.test(area_id) && area_id !== '999999';
export const areaName = async (_db: Db, _area_id: string): Promise<string> => '';
export const unreadCount = async (_db: Db, _person: { user_id: string; site_id: string }): Promise<number> => 0;
export const unreadCounts = async (_db: Db, _user_ids: string[]): Promise<Map<string, number>> => new Map();
