// @vitest-environment happy-dom
import { exchangeDetail, exchangeKinds } from '@cme/contract/credits';
import { mockRefusal, mockReply, renderPage, samplePage } from '@cme/testing';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { routes } from '../../routes.ts';

it.each(['detail?no=NONE', 'declare?no=NONE&step=form'])(
  "an unknown declaration is not an error to retry: %s links to the user's own declarations",
  async (place) => {
    mockReply(exchangeKinds, { year: 2026, years: [], list: [] });
    mockRefusal(exchangeDetail, 404, '没有找到这项申报', 'not_found');
    renderPage(`/changecredits/${place}`, routes, { page: samplePage(), token: 'T1' });
    expect(await screen.findByText('没有找到这项申报')).toBeVisible();
    expect(screen.getByRole('link', { name: '查看我的申报' })).toBeVisible();
    expect(screen.queryByRole('button', { name: '重试' })).toBeNull();
  },
);
