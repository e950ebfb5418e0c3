import { Alert } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { channelsQuery, usersQuery } from '../../../lib/directory';
import { isSendable, templatesQuery } from '../../../lib/templates';
import { useTranslation } from '../../../lib/translation';
import { StartForm } from './start-form';
import { linkOf, type LinkFault, type StartLink } from './start-link';
import { namedQuery, recipientsQuery } from './starts';

/**
 * Page that prepares a conversation from the values in another application's link. Nothing is sent until the user
 * presses the button.
 */
export function Component() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const link = linkOf(search);
  return (
    <SettingsPage title={t('starting.title')} intro={t('starting.linkIntro')}>
      {'fault' in link ? <Fault fault={link} /> : <FromLink key={search} link={link} />}
    </SettingsPage>
  );
}

function FromLink({ link }: { link: StartLink }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { to } = link;
  const wantedContact = 'id' in to ? { id: to.id } : { keyword: to.phone ?? to.email ?? '' };
  const named = useQuery(namedQuery(link.channel));
  const [recipients, channels, users] = useQueries({
    queries: [recipientsQuery(wantedContact), channelsQuery, usersQuery],
  });
  const asked = link.template;
  const templates = useQuery({ ...templatesQuery, enabled: asked !== null });
  const failed = t('starting.linkFailed');
  const skeleton = { rows: 4, height: 56 };
  return (
    <Loadable query={named} failed={failed} skeleton={skeleton}>
      {(ids) => (
        <Loadable query={recipients} failed={failed} skeleton={skeleton}>
          {(found) => {
            const meant = channels.data?.filter(({ id }) => ids.includes(id)) ?? [];
            const known =
              'id' in to
                ? found[0]
                : found.find(({ phone, email }) => (to.phone ? phone === to.phone : email === to.email));
            const wanted = link.user?.toLowerCase();
            const user = users.data?.find(
              ({ id, email, active }) => active && (id === wanted || email.toLowerCase() === wanted),
            );
            if (!channels.data || !users.data) return null;
            if (meant.length === 0) return <Fault fault={{ fault: 'unknown', what: 'channel' }} />;
            if (wanted && !user) return <Fault fault={{ fault: 'unknown', what: 'user' }} />;
            if ('id' in to && !known) return <Fault fault={{ fault: 'unknown', what: 'contact' }} />;
            if (asked && templates.isPending) return null;
            const having = meant.filter(
              ({ id }) =>
                !asked ||
                // If the templates cannot be loaded, the template picker shows the error.
                !templates.data ||
                templates.data.data.some((each) => each.name === asked.name && isSendable(each, id)),
            );
            if (having.length === 0) return <Fault fault={{ fault: 'unknown', what: 'template' }} />;
            return (
              <>
                {having.length > 1 && (
                  <Alert color="yellow" mb="md" role="status">
                    {t('starting.severalChannels', { count: having.length })}
                  </Alert>
                )}
                <StartForm
                  among={having.map(({ id }) => id)}
                  begun={{
                    to: known ? { known } : 'id' in to ? null : to,
                    channelId: having[0]!.id,
                    from: link.channel,
                    text: link.text,
                    userId: user?.id ?? null,
                  }}
                  begunTemplate={asked ?? undefined}
                  onStarted={(chatId, inbox) => void navigate(`/${inbox ?? 'messaging'}-inbox/${chatId}`)}
                />
              </>
            );
          }}
        </Loadable>
      )}
    </Loadable>
  );
}

function Fault({ fault }: { fault: LinkFault }) {
  const { t } = useTranslation();
  return (
    <Alert color="red" icon={<IconLinkOff size={18} aria-hidden />} role="alert" title={titleOf(fault, t)}>
      {t('starting.askAuthor')}
    </Alert>
  );
}

function titleOf(fault: LinkFault, t: ReturnType<typeof useTranslation>['t']): string {
  switch (fault.fault) {
    case 'format':
      return t('starting.fault.format');
    case 'missing':
      return t('starting.fault.missing', { parameter: fault.parameter });
    case 'unknown':
      return t(`starting.fault.unknown.${fault.what}`);
  }
}
