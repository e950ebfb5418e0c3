import { useState, type ReactNode } from 'react';
import { ActionIcon, Group, Progress, ScrollArea, Table, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { AssistantUsageResponse, AssistantUse } from '@parley/contracts/api/assistant';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage, SettingsSection } from '@parley/ui/settings-page';
import { useUsersById } from '../../lib/directory';
import { useFormats } from '../../lib/format';
import { useTranslation } from '../../lib/translation';
import { usageQuery } from './assistant-settings-api';

const thisMonth = () => new Date().toISOString().slice(0, 7);

function otherMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** Page with the numbers of requests and tokens per user and action in a month. Texts of requests are not stored. */
export function Component() {
  const { t, language } = useTranslation();
  const [month, setMonth] = useState(thisMonth);
  const query = useQuery(usageQuery(month));
  const name = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
  }).format(new Date(`${month}-01T00:00:00Z`));
  return (
    <SettingsPage
      wide
      title={t('assistantUsage.title')}
      intro={t('assistantUsage.intro')}
      back={{ to: '/settings/assistant', label: t('assistantSettings.title') }}
    >
      <Group gap={8} mb={16}>
        <ActionIcon
          variant="default"
          aria-label={t('assistantUsage.before')}
          onClick={() => setMonth(otherMonth(month, -1))}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <Text fw={600} aria-live="polite">
          {name}
        </Text>
        <ActionIcon
          variant="default"
          aria-label={t('assistantUsage.after')}
          disabled={month >= thisMonth()}
          onClick={() => setMonth(otherMonth(month, 1))}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
      </Group>
      <Loadable query={query} failed={t('assistantUsage.failed')}>
        {(usage) => (usage.total.requests === 0 ? <None /> : <Usage usage={usage} />)}
      </Loadable>
    </SettingsPage>
  );
}

function None() {
  const { t } = useTranslation();
  return <Text c="dimmed">{t('assistantUsage.none')}</Text>;
}

function Usage({ usage }: { usage: AssistantUsageResponse }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { total, monthlyTokens, users, actions, models } = usage;
  const people = useUsersById();
  const nameOf = (id: string) => people.get(id)?.displayName ?? t('assistantUsage.gone');
  const used = number(total.tokens);
  return (
    <>
      <SettingsSection title={t('assistantUsage.total')}>
        <Text size="sm">
          {t('assistantUsage.requests', { count: total.requests, formatted: number(total.requests) })}
          {' · '}
          {monthlyTokens === -1
            ? t('assistantUsage.tokens', { used })
            : t('assistantUsage.tokensOf', { used, limit: number(monthlyTokens) })}
          {total.failed > 0 && ` · ${t('assistantUsage.failures', { formatted: number(total.failed) })}`}
        </Text>
        {monthlyTokens > 0 && (
          <Progress
            value={Math.min(100, (total.tokens / monthlyTokens) * 100)}
            aria-label={t('assistantUsage.total')}
            mt={8}
          />
        )}
      </SettingsSection>
      <Uses
        title={t('assistantUsage.byUser')}
        rows={users.map(({ userId, ...use }) => ({ id: userId, name: nameOf(userId), ...use }))}
      />
      <Uses
        title={t('assistantUsage.byAction')}
        rows={actions.map(({ action, ...use }) => ({
          ...{ id: action, name: t(`assistant.actions.${action}`), ...use },
        }))}
      />
      <Uses
        title={t('assistantUsage.byModel')}
        rows={models.map(({ model, ...use }) => ({ id: model, name: model, ...use }))}
      />
      <Latest usage={usage} nameOf={nameOf} />
    </>
  );
}

function Uses({ title, rows }: { title: string; rows: (AssistantUse & { id: string; name: string })[] }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return (
    <SettingsSection title={title}>
      <Scrolled label={title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('assistantUsage.name')}</Table.Th>
            <Table.Th ta="right">{t('assistantUsage.requestsHead')}</Table.Th>
            <Table.Th ta="right">{t('assistantUsage.tokensHead')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ id, name, requests, tokens }) => (
            <Table.Tr key={id}>
              <Table.Td>{name}</Table.Td>
              <Table.Td ta="right">{number(requests)}</Table.Td>
              <Table.Td ta="right">{number(tokens)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Scrolled>
    </SettingsSection>
  );
}

function Latest({ usage, nameOf }: { usage: AssistantUsageResponse; nameOf: (id: string) => string }) {
  const { t } = useTranslation();
  const { full, number } = useFormats();
  return (
    <SettingsSection title={t('assistantUsage.latest')}>
      <Scrolled label={t('assistantUsage.latest')}>
        <Table.Thead>
          <Table.Tr>
            {(['when', 'name', 'action', 'model', 'outcome'] as const).map((head) => (
              <Table.Th key={head}>{t(`assistantUsage.${head}`)}</Table.Th>
            ))}
            <Table.Th ta="right">{t('assistantUsage.tokensHead')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {usage.latest.map(({ id, askedAt, userId, action, model, outcome, tokens }) => (
            <Table.Tr key={id}>
              <Table.Td>{full(askedAt)}</Table.Td>
              <Table.Td>{nameOf(userId)}</Table.Td>
              <Table.Td>{t(`assistant.actions.${action}`)}</Table.Td>
              <Table.Td>{model}</Table.Td>
              <Table.Td>{t(`assistantUsage.outcomes.${outcome ?? 'open'}`)}</Table.Td>
              <Table.Td ta="right">{number(tokens)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Scrolled>
    </SettingsSection>
  );
}

/** Container in which a wide table scrolls horizontally, by touch, pointer or keys. */
function Scrolled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ScrollArea type="auto" viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}>
      <Table>{children}</Table>
    </ScrollArea>
  );
}
