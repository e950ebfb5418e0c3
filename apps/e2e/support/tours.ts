import { expect } from '@playwright/test';
import type { PermissionsResponse } from '../../../libs/foundation/contracts/src/api/access';
import { Api } from './api';
import type { Product } from './product';

const names = ['tourInbox', 'tourMenu', 'tourSettings'];

/** Sets the state of all tours of a user. Tours that are `new` are offered, which would disturb other flows. */
export async function setTours(product: Product, email: string, value: 'new' | 'skipped'): Promise<void> {
  const api = await Api.signIn(product, email);
  const { user } = await api.get<PermissionsResponse>('/api/gateway/v1/auth/permissions');
  const settings = names.map((name) => ({ name, value }));
  const response = await api.request('PATCH', `/api/v3/users/${user.id}`, { settings });
  if (!response.ok) throw new Error(`The tours of ${email}: ${response.status}`);
  await expect
    .poll(async () => {
      const me = await api.get<PermissionsResponse>('/api/gateway/v1/auth/permissions');
      return me.user.settings.filter((setting) => names.includes(setting.name) && setting.value === value)
        .length;
    })
    .toBe(names.length);
}
