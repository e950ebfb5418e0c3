import { Navigate, Route, Routes } from 'react-router-dom';
import { may, useMe } from '../../lib/me';
import { Component as App } from './app.page';
import { Component as Apps } from './apps.page';
import { Component as OpenApp } from './open-app.page';

/**
 * All pages below `/apps`, loaded as one part: every user can open an app's own page, only administrators the others.
 */
export function Component() {
  const { ability } = useMe();
  const isAdministering = may(ability, 'apps:update');
  const refusal = <Navigate to="/not-authorized" replace />;
  return (
    <Routes>
      <Route index element={isAdministering ? <Apps /> : refusal} />
      <Route path=":appName" element={isAdministering ? <App /> : refusal} />
      <Route path=":appName/open" element={<OpenApp />} />
      <Route path="*" element={<Navigate to="/error-404" replace />} />
    </Routes>
  );
}
