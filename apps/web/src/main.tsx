import '@fontsource-variable/inter/index.css';
import '@mantine/core/styles.layer.css';
import './app/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { Providers } from './app/providers';
import { routes } from './app/routes';
import { startI18n } from './lib/i18n';
import { createQueryClient } from './lib/query-client';

const client = createQueryClient();
const router = createBrowserRouter(routes);
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');

void startI18n().then(() => {
  createRoot(root).render(
    <StrictMode>
      <Providers client={client}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
});
