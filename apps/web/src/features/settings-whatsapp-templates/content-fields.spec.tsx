/** @jest-environment jsdom */
import '../../testing/browser';
import { MantineProvider } from '@mantine/core';
import { useForm } from '@mantine/form';
import { fireEvent, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import type { WrittenTemplate } from '@parley/contracts/events';
import { emptyTemplate } from '@parley/contracts/events/template-content';
import en from '../../i18n/en.json';
import { TranslationProvider } from '../../lib/translation';
import { ContentFields } from './content-fields';
import texts from './texts/en.json';

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { translation: { ...en, ...texts } } } }));

const shop = { type: 'url' as const, text: 'Shop', target: '' };
const written: WrittenTemplate = {
  ...{ name: 'sale', language: 'en', category: 'marketing' },
  content: { ...emptyTemplate, body: 'Sale', buttons: [shop] },
};

function Written({ countedTarget }: { countedTarget: string }) {
  const form = useForm({ initialValues: written });
  return <ContentFields form={form} broken={[]} countedTarget={countedTarget} />;
}

test('a button with counted clicks gets the server’s URL, whatever the host of this page', () => {
  const target = 'https://parley.example/l/{{1}}';
  render(
    <MantineProvider env="test">
      <TranslationProvider>
        <Written countedTarget={target} />
      </TranslationProvider>
    </MantineProvider>,
  );
  const address = screen.getByPlaceholderText<HTMLInputElement>('https://');
  fireEvent.click(screen.getByRole('checkbox', { name: /Count clicks/ }));
  expect([address.value, address.readOnly]).toEqual([target, true]);
  // The server fills the URL's variable with a token, so the user need not enter an example value.
  expect(screen.queryByRole('group', { name: texts.templates.examples })).toBeNull();
  fireEvent.click(screen.getByRole('checkbox', { name: /Count clicks/ }));
  expect([address.value, address.readOnly]).toEqual(['', false]);
});
