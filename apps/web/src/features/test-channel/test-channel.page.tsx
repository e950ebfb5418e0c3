import { useState } from 'react';
import { EmptyState, NativeSelect, Select, TextInput } from '@mantine/core';
import { useDocumentTitle, useLocalStorage } from '@mantine/hooks';
import { IconFlask } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ChatEntry } from '@parley/contracts/api/conversations';
import type { TestChannelEvent, TestPerson } from '@parley/contracts/api/test-channel';
import { channelsQuery } from '../../lib/directory';
import { newId } from '../../lib/id';
import { useTranslation } from '../../lib/translation';
import { Phone } from './phone';
import { useChannelChats, usePhoneEntries, usePlay, type Written } from './phone-api';
import classes from './test-channel.module.css';
import { Tray } from './tray';

/** Page with a simulated phone that writes to the inbox, and all events that a provider can send. */
export function Component() {
  const { t } = useTranslation();
  const { data: channels, isPending } = useQuery(channelsQuery);
  const ours = channels?.filter(({ platform }) => platform === 'test') ?? [];
  useDocumentTitle(`${t('nav.testChannel')} · Parley`);
  const [chosen, setChosen] = useState<string | null>(null);
  const channelId = chosen ?? ours[0]?.id;
  if (isPending) return null;
  if (!channelId) {
    return (
      <div className={classes.none}>
        <EmptyState
          icon={<IconFlask stroke={1.4} />}
          title={t('testChannel.none')}
          description={t('testChannel.noneHint')}
        />
      </div>
    );
  }
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('nav.testChannel')}</h1>
      <p className={classes.intro}>{t('testChannel.intro')}</p>
      {ours.length > 1 && (
        <NativeSelect
          label={t('panel.channel')}
          value={channelId}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={ours.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <Play key={channelId} channelId={channelId} />
    </div>
  );
}

function Play({ channelId }: { channelId: string }) {
  const { t } = useTranslation();
  const [person, setPerson] = useLocalStorage({
    key: 'parley.phone',
    defaultValue: { name: 'Ana Ruiz', phone: '+34612345678' },
    getInitialValueInEffect: false,
  });
  const { data: chats = [] } = useChannelChats(channelId);
  const chat = chats.find(({ contact }) => contact.phone === person.phone);
  const { data: entries = [] } = usePhoneEntries(chat?.id);
  const play = usePlay(channelId);
  const [written, setWritten] = useState<Written[]>([]);
  const [selected, setSelected] = useState<ChatEntry | null>(null);

  const from: TestPerson = { phone: person.phone, name: person.name };
  const write = async (text: string, { times = 1, minutesAgo = 0 } = {}) => {
    const id = newId();
    const time = new Date(Date.now() - minutesAgo * 60_000).toISOString();
    const message: TestChannelEvent = { type: 'message', id, from, text, time };
    await play.mutateAsync(Array.from({ length: times }, () => message));
    setWritten((before) => [...before, { id, text }]);
  };
  const people = [...new Map(chats.map(({ contact }) => [contact.phone, contact])).values()].filter(
    ({ phone }) => phone !== null,
  );

  return (
    <div className={classes.stage}>
      <section className={classes.setup} aria-label={t('testChannel.contact')}>
        <h2 className={classes.heading}>{t('testChannel.contact')}</h2>
        {people.length > 0 && (
          <Select
            label={t('testChannel.known')}
            placeholder={t('testChannel.choose')}
            value={chat?.contact.phone ?? null}
            onChange={(phone) => {
              const contact = people.find((candidate) => candidate.phone === phone);
              if (contact?.phone) setPerson({ name: contact.name, phone: contact.phone });
            }}
            data={people.map(({ name, phone }) => ({ value: phone ?? '', label: name }))}
          />
        )}
        <TextInput
          label={t('testChannel.name')}
          value={person.name}
          onChange={(event) => setPerson({ ...person, name: event.currentTarget.value })}
        />
        <TextInput
          label={t('panel.phone')}
          type="tel"
          value={person.phone}
          onChange={(event) =>
            setPerson({ ...person, phone: event.currentTarget.value.replace(/[^\d+]/g, '') })
          }
        />
      </section>
      <Phone
        person={person}
        entries={entries}
        selectedId={selected?.id ?? null}
        onSelect={setSelected}
        onWrite={write}
        isBusy={play.isPending}
      />
      <Tray
        from={from}
        lastWritten={written.at(-1) ?? null}
        entry={
          entries.find(({ id }) => id === selected?.id) ??
          entries.findLast(({ direction }) => direction === 'out') ??
          null
        }
        onPlay={(event) => play.mutate([event])}
      />
    </div>
  );
}
