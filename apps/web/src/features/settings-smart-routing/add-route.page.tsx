import { useNavigate } from 'react-router-dom';
import { EntityForm } from '@parley/ui/entity-form';
import { SettingsPage } from '@parley/ui/settings-page';
import { useEntityForm } from '@parley/ui/use-entity-form';
import type { SmartRouteContent } from '@parley/contracts/events/smart-route.events';
import { useSave } from '../../lib/resource';
import { toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { Preview } from './preview';
import { RouteFields } from './route-form';
import { contentOf, emptyRoute, routeRefusals, useRouteRules } from './route-values';
import { routes } from './routing-api';
import { useNames } from './use-names';
import classes from './routing.module.css';

export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const names = useNames();
  const entity = useEntityForm({
    values: emptyRoute,
    rules: useRouteRules(),
    fieldOf: routeRefusals,
    command: useSave<SmartRouteContent>(routes),
    request: contentOf,
    onSaved: (_, { title }) => {
      toastMessage(t('routing.created', { title: title.trim() }));
      void navigate('/settings/smart-routing');
    },
  });
  return (
    <SettingsPage
      wide
      title={t('routing.add')}
      back={{ to: '/settings/smart-routing', label: t('routing.title') }}
    >
      <div className={classes.split}>
        <EntityForm entity={entity} label={t('routing.create')}>
          <RouteFields form={entity.form} names={names} />
        </EntityForm>
        <Preview content={contentOf(entity.form.values)} names={names} />
      </div>
    </SettingsPage>
  );
}
