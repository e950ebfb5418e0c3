import { useState } from 'react';
import { Anchor, Checkbox, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import {
  MAX_WEBHOOK_HEADERS_LENGTH,
  MAX_WEBHOOK_URL_LENGTH,
  type WebhookEventResponse,
} from '@parley/contracts/api/webhooks';
import { RawText } from '@parley/ui/raw-text';
import { useTranslation } from '../../lib/translation';
import type { WebhookForm } from './webhooks-api';
import classes from './webhooks.module.css';

/** Validation functions by field, run before the request is sent. */
export function useWebhookRules() {
  const { t } = useTranslation();
  return {
    url: (url: string) => (/^https?:\/\/./.test(url.trim()) ? null : t('webhooks.urlMissing')),
    events: (events: string[]) => (events.length === 0 ? t('webhooks.eventsMissing') : null),
    headers: (headers: string) => (isHeaders(headers) ? null : t('errors.webhook_headers')),
  };
}

export const webhookRefusals: Record<string, keyof WebhookForm> = {
  webhook_url: 'url',
  webhook_headers: 'headers',
  webhook_header_reserved: 'headers',
  webhook_event_unknown: 'events',
};

function isHeaders(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  } catch {
    return false;
  }
}

export function WebhookFields({
  form,
  events,
}: {
  form: UseFormReturnType<WebhookForm>;
  events: readonly WebhookEventResponse[];
}) {
  const { t } = useTranslation();
  return (
    <Stack gap={20} mt={16}>
      <TextInput
        label={t('webhooks.url')}
        description={t('webhooks.urlHint')}
        type="url"
        spellCheck={false}
        maxLength={MAX_WEBHOOK_URL_LENGTH}
        {...form.getInputProps('url')}
      />
      <Events
        known={events}
        value={form.values.events}
        error={form.errors.events}
        onChange={(chosen) => form.setFieldValue('events', chosen)}
      />
      <Radio.Group
        label={t('webhooks.payload')}
        description={t('webhooks.payloadHint')}
        {...form.getInputProps('payload')}
      >
        <Stack gap={8} mt={8}>
          <Radio value="full" label={t('webhooks.payloadFull')} />
          <Radio value="thin" label={t('webhooks.payloadThin')} />
        </Stack>
      </Radio.Group>
      <Textarea
        label={t('webhooks.headers')}
        description={t('webhooks.headersHint')}
        autosize
        minRows={2}
        maxRows={10}
        spellCheck={false}
        autoComplete="off"
        maxLength={MAX_WEBHOOK_HEADERS_LENGTH}
        classNames={{ input: classes.code }}
        {...form.getInputProps('headers')}
      />
    </Stack>
  );
}

interface EventsProps {
  known: readonly WebhookEventResponse[];
  value: readonly string[];
  error: React.ReactNode;
  onChange: (events: string[]) => void;
}

/** Choice of events, grouped by subject, each with an example of its payload. */
function Events({ known, value, error, onChange }: EventsProps) {
  const { t } = useTranslation();
  const [example, setExample] = useState<string | null>(null);
  const groups = [...new Set(known.map(({ group }) => group))];
  const namesOf = (group: string) => known.filter((event) => event.group === group).map(({ name }) => name);
  const toggle = (names: string[], isOn: boolean) =>
    onChange(isOn ? [...new Set([...value, ...names])] : value.filter((name) => !names.includes(name)));
  return (
    <div>
      <Text size="sm" fw={500} id="webhook-events">
        {t('webhooks.eventsField')}
      </Text>
      {groups.map((group) => {
        const names = namesOf(group);
        const chosen = names.filter((name) => value.includes(name)).length;
        const title = t(`webhooks.group.${group as 'chat'}`);
        return (
          <fieldset key={group} className={classes.group}>
            <legend className={classes.legend}>{title}</legend>
            <Checkbox
              size="xs"
              label={t('webhooks.all')}
              aria-label={`${title}: ${t('webhooks.all')}`}
              checked={chosen === names.length}
              indeterminate={chosen > 0 && chosen < names.length}
              onChange={({ currentTarget }) => toggle(names, currentTarget.checked)}
            />
            {names.map((name) => (
              <div key={name} className={classes.event}>
                <Checkbox
                  size="xs"
                  label={<code>{name}</code>}
                  description={t(`webhooks.event.${name.replace('::', '_') as 'chat_started'}`)}
                  checked={value.includes(name)}
                  onChange={({ currentTarget }) => toggle([name], currentTarget.checked)}
                />
                <Anchor
                  component="button"
                  type="button"
                  size="xs"
                  aria-expanded={example === name}
                  aria-label={t('webhooks.exampleOf', { name })}
                  onClick={() => setExample(example === name ? null : name)}
                >
                  {t('webhooks.example')}
                </Anchor>
                {example === name && (
                  <RawText label={t('webhooks.exampleOf', { name })}>
                    {JSON.stringify(known.find((event) => event.name === name)?.example, null, 2)}
                  </RawText>
                )}
              </div>
            ))}
          </fieldset>
        );
      })}
      {error !== undefined && error !== null && (
        <Text size="xs" c="var(--red)" role="alert" mt={4}>
          {error}
        </Text>
      )}
    </div>
  );
}
