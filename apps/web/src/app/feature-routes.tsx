import { Navigate, Outlet, Route } from 'react-router-dom';
import type { Ability, FeaturePage, NamedFeature } from '../lib/feature';
import { lazyPart } from '../lib/lazy-part';
import { may, useMe } from '../lib/me';

/** Routes of the features' pages with one layout. @param base path of the parent route */
export function routesIn(layout: FeaturePage['layout'], features: NamedFeature[], base = '') {
  return features.flatMap(({ name, pages = [] }) =>
    pages
      .filter((page) => page.layout === layout)
      .map((page) => (
        <Route key={page.path} element={<Requires ability={page.requires} />}>
          <Route path={page.path.slice(base.length)} element={pageOf(name, page)} />
        </Route>
      )),
  );
}

export function redirectsOf(features: NamedFeature[], base = '') {
  return features.flatMap(({ redirects = {} }) =>
    Object.entries(redirects).map(([path, to]) => (
      <Route key={path} path={path.slice(base.length)} element={<Navigate to={to} replace />} />
    )),
  );
}

function pageOf(feature: string, { load, startsAt }: FeaturePage) {
  // A page on which many visits begin loads in parallel with the session.
  if (startsAt?.test(location.pathname)) void load().catch(() => undefined);
  const Component = lazyPart(async () => ({ default: (await load()).Component }), { texts: feature });
  return <Component />;
}

/**
 * Renders the route if the user has the ability. A user with other abilities gets an explanation; a user without any
 * could not sign in at all.
 */
function Requires({ ability }: { ability: Ability | undefined }) {
  return ability === undefined ? <Outlet /> : <RequiresAbility needed={ability} />;
}

function RequiresAbility({ needed }: { needed: Ability }) {
  const { ability } = useMe();
  if (may(ability, needed)) return <Outlet />;
  return <Navigate to={ability.length > 0 ? '/not-authorized' : '/failed-login'} replace />;
}
