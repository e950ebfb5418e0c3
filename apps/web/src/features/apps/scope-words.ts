import type { AppManifest, AppScope } from '@parley/contracts/api/apps';
import { useTranslation } from '../../lib/translation';

const keys = {
  assistant: 'apps.scope.assistant',
  'contact:read': 'apps.scope.contactRead',
  'conversation:read': 'apps.scope.conversationRead',
  data: 'apps.scope.data',
  'draft:write': 'apps.scope.draftWrite',
  email: 'apps.scope.email',
  identity: 'apps.scope.identity',
} as const;

/** Returns a function that describes in a sentence how an app uses a right. */
export function useScopeWords({ hosts, settings, background }: AppManifest): (scope: AppScope) => string {
  const { t, language } = useTranslation();
  const named = hosts.map((host) => {
    const setting = settings.find(({ name }) => host === `{{setting.${name}}}`);
    return setting ? t('apps.hostOf', { setting: setting.label[language] }) : host;
  });
  return (scope) => {
    if (scope === 'proxy') return t('apps.scope.proxy', { hosts: named.join(', ') });
    if (scope !== 'events') return t(keys[scope]);
    const { events = [], payload } = background ?? {};
    return t(payload === 'full' ? 'apps.scope.eventsFull' : 'apps.scope.events', {
      events: events.join(', '),
    });
  };
}
