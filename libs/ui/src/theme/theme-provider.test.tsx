import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TextInput } from '@cme/ui/forms';
import { ThemeProvider } from './theme-provider.tsx';

const theme = { nonce: 'n', primary: '#0f6b66', radius: 10 };

it('inputs find the theme of the page, to which that of a mounted area adds nothing', () => {
  const { container } = render(
    <ThemeProvider {...theme}>
      <ThemeProvider {...theme} primary="#aa0000">
        <TextInput label="姓名" />
      </ThemeProvider>
    </ThemeProvider>,
  );
  expect(screen.getByLabelText('姓名')).toBeDefined();
  const sheets = [...container.querySelectorAll('style')].filter(({ textContent }) =>
    textContent?.startsWith(':root{--mantine'),
  );
  expect(sheets).toHaveLength(1);
});
