import { useState } from 'react';
import { Alert, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { EventResponse } from '@parley/contracts/api/events';
import type { WebhookEventResponse } from '@parley/contracts/api/webhooks';
import { Loadable } from '@parley/ui/loadable';
import { RawText } from '@parley/ui/raw-text';
import { SettingsPage, SettingsSection } from '@parley/ui/settings-page';
import { useFormats } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import { DeveloperTabs } from './developer-tabs';
import { latestEventsQuery } from './events-api';
import { webhookEventsQuery } from './webhooks-api';
import classes from './webhooks.module.css';

/** Page of the events that webhooks can receive: the latest ones, and a catalogue with the format of each. */
export function Component() {
  const { t } = useTranslation();
  return (
    <SettingsPage wide title={t('developers.eventsTitle')} intro={t('developers.eventsIntro')}>
      <DeveloperTabs />
      <Latest />
      <Loadable query={useQuery(webhookEventsQuery)} failed={t('developers.eventsFailed')}>
        {(known) => <Catalogue known={known} />}
      </Loadable>
    </SettingsPage>
  );
}

function Latest() {
  const { t } = useTranslation();
  const { data, isError } = useQuery(latestEventsQuery);
  const [open, setOpen] = useState<string | null>(null);
  const rows = data?.rows ?? [];
  return (
    <SettingsSection title={t('developers.latest')} intro={t('developers.latestHint')}>
      {isError && <Alert color="red" title={t('developers.latestFailed')} />}
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('developers.latestNone')}
        </Text>
      ) : (
        <ul className={classes.log} aria-label={t('developers.latest')}>
          {rows.map((event) => (
            <li key={event.id}>
              <Happened
                event={event}
                isOpen={open === event.id}
                onToggle={() => setOpen(open === event.id ? null : event.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </SettingsSection>
  );
}

interface HappenedProps {
  event: EventResponse;
  isOpen: boolean;
  onToggle: () => void;
}

function Happened({ event, isOpen, onToggle }: HappenedProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const time = formats.full(event.timestamp);
  const label = t('developers.showOf', { name: event.type, time });
  return (
    <>
      <UnstyledButton
        className={classes.delivery}
        aria-expanded={isOpen}
        aria-label={label}
        onClick={onToggle}
      >
        <code className={classes.name}>{event.type}</code>
        <span className={classes.dim}>{time}</span>
      </UnstyledButton>
      {isOpen && <Json label={label} value={event} />}
    </>
  );
}

function Catalogue({ known }: { known: readonly WebhookEventResponse[] }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<string | null>(null);
  const sentenceOf = (name: string) => t(`webhooks.event.${name.replace('::', '_') as 'chat_started'}`);
  const wanted = search.trim().toLowerCase();
  const found = known.filter(({ name }) => `${name} ${sentenceOf(name)}`.toLowerCase().includes(wanted));
  const groups = [...new Set(found.map(({ group }) => group))];
  return (
    <>
      <TextInput
        mt={24}
        type="search"
        aria-label={t('developers.search')}
        placeholder={t('developers.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {found.length === 0 && (
        <Text size="sm" c="dimmed" mt={16} role="status">
          {t('developers.noMatch')}
        </Text>
      )}
      {groups.map((group) => (
        <SettingsSection key={group} title={t(`webhooks.group.${group as 'chat'}`)}>
          <ul className={classes.log}>
            {found
              .filter((event) => event.group === group)
              .map(({ name, version, example, schema }) => (
                <li key={name}>
                  <UnstyledButton
                    className={classes.delivery}
                    aria-expanded={open === name}
                    onClick={() => setOpen(open === name ? null : name)}
                  >
                    <code className={classes.name}>{name}</code>
                    <span className={classes.dim}>{t('developers.version', { version })}</span>
                    <span className={classes.dim}>{sentenceOf(name)}</span>
                  </UnstyledButton>
                  {open === name && (
                    <div className={classes.shapes}>
                      <h3>{t('webhooks.example')}</h3>
                      <Json label={t('webhooks.exampleOf', { name })} value={example} />
                      <h3>{t('developers.schema')}</h3>
                      <Json label={`${t('developers.schema')}: ${name}`} value={schema} />
                    </div>
                  )}
                </li>
              ))}
          </ul>
        </SettingsSection>
      ))}
    </>
  );
}

function Json({ label, value }: { label: string; value: unknown }) {
  return <RawText label={label}>{JSON.stringify(value, null, 2)}</RawText>;
}
