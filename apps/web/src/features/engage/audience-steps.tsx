import { useState, type ReactNode } from 'react';
import { Alert, Anchor, Badge, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Loadable } from '@parley/ui/loadable';
import { useChannelsById } from '../../lib/directory';
import { useFormats } from '../../lib/format';
import { can, useMe } from '../../lib/me';
import { languageName, templatesQuery } from '../../lib/templates';
import { useTranslation } from '../../lib/translation';
import { listsQuery } from './engage-api';
import classes from './engage.module.css';
import type { Step, StepProps } from './steps';

interface Choice {
  id: string;
  name: string;
  hint: string;
  mark?: string;
}

export function AudienceSteps({ step, ...props }: StepProps & { step: Step }) {
  if (step === 'template') return <TemplateStep {...props} />;
  return step === 'list' ? <ListStep {...props} /> : <ChannelStep {...props} />;
}

export function TemplateStep({
  content,
  change,
}: Pick<StepProps, 'change'> & { content: { templateId: string | null } }) {
  const { t, language } = useTranslation();
  const channels = useChannelsById();
  const query = useQuery(templatesQuery);
  return (
    <Loadable query={query} failed={t('engage.templatesFailed')}>
      {({ data }) => {
        const sendable = data.filter((each) => each.status === 'approved' && !each.isGone && each.live);
        return (
          <Choices
            label={t('engage.step.template')}
            none={
              <Anchor component={Link} to="/settings/whatsapp-templates" size="sm">
                {t('engage.noTemplates')}
              </Anchor>
            }
            chosen={content.templateId}
            choices={sendable.map(({ id, name, live, language: code, channelIds }) => ({
              id,
              name,
              hint: live!.content.body,
              mark: [
                languageName(code, language),
                t(`engage.category.${live!.category}`),
                ...channelIds.flatMap((channelId) => channels.get(channelId)?.name ?? []),
              ].join(' · '),
            }))}
            onChoose={(templateId) => change({ templateId, values: [], channelId: null })}
          />
        );
      }}
    </Loadable>
  );
}

function ListStep({ broadcast, content, change }: StepProps) {
  const { t } = useTranslation();
  const { ability } = useMe();
  const { number } = useFormats();
  const query = useQuery(listsQuery);
  return (
    <Loadable query={query} failed={t('engage.listsFailed')}>
      {(lists) => (
        <>
          <Choices
            label={t('engage.step.list')}
            none={t('engage.noLists')}
            chosen={content.listId}
            choices={lists
              .filter(({ isArchived, id }) => !isArchived || id === content.listId)
              .map(({ id, name, conditions, members, optedOut }) => ({
                id,
                name,
                hint: t('engage.members', {
                  count: members,
                  formatted: number(members),
                  without: number(optedOut),
                }),
                mark: t(conditions ? 'engage.live' : 'engage.fixed'),
              }))}
            onChoose={(listId) => change({ listId })}
          />
          <Text size="sm" mt="md">
            <Anchor component={Link} to="/contacts/lists/add" target="_blank">
              {t('engage.newList')}
            </Anchor>{' '}
            ·{' '}
            {can(ability, 'create', 'contactImports') && (
              <Anchor component={Link} to={`/contacts/imports/add?broadcast=${broadcast.id}`}>
                {t('engage.csv')}
              </Anchor>
            )}
          </Text>
        </>
      )}
    </Loadable>
  );
}

function ChannelStep({ content, change, template }: StepProps) {
  const { t } = useTranslation();
  const channels = useChannelsById();
  const senders = (template?.channelIds ?? []).flatMap((id) => channels.get(id) ?? []);
  return (
    <Choices
      label={t('engage.step.channel')}
      none={t('engage.noChannels')}
      chosen={content.channelId}
      choices={senders
        .filter(({ isConnected }) => isConnected)
        .map(({ id, name, identities }) => ({ id, name, hint: identities[0]?.accountId ?? '' }))}
      onChoose={(channelId) => change({ channelId })}
    />
  );
}

function Choices({
  label,
  none,
  chosen,
  choices,
  onChoose,
}: {
  label: string;
  none: ReactNode;
  chosen: string | null;
  choices: Choice[];
  onChoose: (id: string) => void;
}) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const words = search.trim().toLowerCase();
  const found = choices.filter(({ name, hint }) => `${name} ${hint}`.toLowerCase().includes(words));
  if (choices.length === 0) return <Alert color="gray">{none}</Alert>;
  return (
    <>
      {choices.length > 7 && (
        <TextInput
          mb="sm"
          aria-label={t('engage.search')}
          placeholder={t('engage.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <div className={classes.choices} role="radiogroup" aria-label={label}>
        {found.map(({ id, name, hint, mark }) => (
          <UnstyledButton
            key={id}
            role="radio"
            aria-checked={id === chosen}
            className={classes.choice}
            onClick={() => onChoose(id)}
          >
            <span className={classes.between}>
              <span className={classes.name}>{name}</span>
              {mark && (
                <Badge variant="light" color="gray">
                  {mark}
                </Badge>
              )}
            </span>
            <Text span size="sm" c="dimmed" lineClamp={2}>
              {hint}
            </Text>
          </UnstyledButton>
        ))}
        {found.length === 0 && <Text c="dimmed">{t('engage.nothingMatches')}</Text>}
      </div>
    </>
  );
}
