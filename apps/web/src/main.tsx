import '@fontsource-variable/inter/index.css';
import '@mantine/core/styles.layer.css';
import './app/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { Providers } from './app/providers';
import { routes } from './app/routes';
import { browserLanguage, startI18n } from './lib/i18n';
import { watchStyles } from './lib/load-part';
import { createQueryClient } from './lib/query-client';

watchStyles();
const client = createQueryClient();
const router = createBrowserRouter(routes);
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');

/** Shown if the texts cannot be loaded because the server does not respond. */
const away = {
  en: 'The server does not answer. Parley starts once it does.',
  es: 'El servidor no responde. Parley se iniciará en cuanto responda.',
  nl: 'De server antwoordt niet. Parley start zodra dat wel zo is.',
};

async function loadFirstTexts(): Promise<void> {
  try {
    await startI18n();
  } catch {
    root!.textContent = away[browserLanguage()];
    return loadFirstTexts();
  }
}

void loadFirstTexts().then(() => {
  root.textContent = '';
  createRoot(root).render(
    <StrictMode>
      <Providers client={client}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  );
});
