/** @jest-environment jsdom */
import '../testing/browser';
import { MantineProvider } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import i18next from 'i18next';
import { MemoryRouter } from 'react-router-dom';
import en from '../i18n/en.json';
import { guardFocus } from '../lib/focus-guard';
import { RequestFailed } from '../lib/problem';
import { TranslationProvider } from '../lib/translation';
import { EntityPage } from './entity-page';

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { translation: en } } }));
let stop: () => void;
beforeEach(() => (stop = guardFocus()));
afterEach(() => {
  stop();
  cleanup();
});

const page = (query: Partial<UseQueryResult<string[]>>) => (
  <MantineProvider env="test">
    <TranslationProvider>
      <MemoryRouter>
        <EntityPage
          query={query as UseQueryResult<string[]>}
          find={(names) => names[0]}
          titleOf={(name) => name}
          title="Tag"
          back={{ to: '/tags', label: 'Tags' }}
          failed="The tags could not be loaded"
          missing="This tag does not exist"
          icon={<svg />}
        >
          {(name) => <input aria-label="Name" defaultValue={name} />}
        </EntityPage>
      </MemoryRouter>
    </TranslationProvider>
  </MantineProvider>
);

it.each([
  ['is deleted', { data: [] }, 'This tag does not exist'],
  ['is refused', { error: new RequestFailed('not_found', 404) }, 'It does not exist'],
  ['cannot be loaded', { error: new Error('down') }, 'The tags could not be loaded'],
])('moves the focus of a form to the reason when its entity %s', async (_, query, reason) => {
  const { rerender } = render(page({ data: ['Urgent'] }));
  act(() => screen.getByRole('textbox').focus());
  rerender(page(query));
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  expect(document.activeElement?.textContent).toContain(reason);
});
