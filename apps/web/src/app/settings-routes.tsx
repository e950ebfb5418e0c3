import { createRoutesFromElements, Navigate, Route, useRoutes } from 'react-router-dom';
import { Component as SettingsLayout } from '../features/settings/settings.layout';
import { addFeatures, features } from '../lib/feature';
import { redirectsOf, routesIn } from './feature-routes';

const BASE = '/settings/';

const found = addFeatures(
  import.meta.glob('../features/settings-*/feature.ts', { eager: true, import: 'feature' }),
);

const routes = createRoutesFromElements(
  <>
    {redirectsOf(found, BASE)}
    <Route element={<SettingsLayout />}>{routesIn('settings', features(), BASE)}</Route>
    <Route path="*" element={<Navigate to="/error-404" replace />} />
  </>,
);

export function SettingsRoutes() {
  return useRoutes(routes);
}
