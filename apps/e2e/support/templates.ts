import type { Page } from '@playwright/test';
import { Api } from './api';
import { demo } from './demo';
import type { Product } from './product';
import { expect } from './test';

/** Imports the WhatsApp templates of the demo organisation from its providers. */
export async function synchronised(product: Product): Promise<void> {
  const api = await Api.signIn(product, demo.manager.email);
  const response = await api.request('POST', '/api/v2/channels/sync-whatsapp-templates');
  expect(response.status).toBe(200);
}

/** Creates a draft of a template and stays on the draft's page. */
export async function draftTemplate(page: Page, name: string): Promise<void> {
  await page.goto('/settings/whatsapp-templates');
  await page.getByRole('link', { name: 'New template' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  const channels = page.getByRole('combobox', { name: 'Channels' });
  if (
    (await page.getByRole('button', { name: 'Create draft' }).isVisible()) &&
    (await channels.count()) > 0
  ) {
    // The pills of chosen channels cover the field, so the flow types into it instead of clicking.
    await channels.fill('WhatsApp');
    const option = page.getByRole('option', { name: 'WhatsApp', exact: true });
    if ((await option.getAttribute('aria-selected')) !== 'true') await option.click();
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: 'Create draft' }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
}
