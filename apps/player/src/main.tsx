import '@cme/ui/styles.css';
import { newQueryClient, Root, RootError, UiProvider } from '@cme/ui';
import { createBrowserRouter, RouterProvider } from '@cme/ui/router';
import { createRoot } from 'react-dom/client';
import { routes } from './routes.ts';

const router = createBrowserRouter([
  {
    id: 'root',
    Component: Root,
    ErrorBoundary: RootError,
    HydrateFallback: () => null,
    children: routes,
  },
]);
const place = document.getElementById('root');
if (place)
  createRoot(place).render(
    <UiProvider client={newQueryClient()}>
      <RouterProvider router={router} />
    </UiProvider>,
  );
